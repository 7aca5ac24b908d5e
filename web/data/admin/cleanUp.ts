import { queryOptions } from '@tanstack/react-query'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { apiOf } from '../api.ts'
import { refusalOf } from '../failure.ts'

/** What a bulk action with some filters would be for. */
export type FoundContents = OutputOf<'findContents'>

/** The filters of the clean-up; empty ones do not filter. */
export const cleanUpFilters = [
  'writtenSince',
  'link',
  'like',
  'image',
  'ip',
  'since',
  'before',
  'q',
  'mailDomain',
  'writtenMax',
  'application',
  'trustMax',
  'waiting',
] as const
export type CleanUpParams = Readonly<Record<(typeof cleanUpFilters)[number], string>>

/** The filters that are given, for the API and for URLs. */
export const cleanUpFilterOf = (params: CleanUpParams): Record<string, string> =>
  Object.fromEntries(cleanUpFilters.flatMap((name) => (params[name] ? [[name, params[name]]] : [])))

/** What matches, counted again each time; `refusal`: what is wrong with the filters. Nothing without a filter. */
export const foundContentsQuery = (params: CleanUpParams) =>
  queryOptions({
    queryKey: ['members', 'contents', cleanUpFilterOf(params)],
    queryFn: async ({ client, signal }): Promise<{ found: FoundContents | null; refusal: string | null }> => {
      const query = cleanUpFilterOf(params)
      if (Object.keys(query).length === 0) return { found: null, refusal: null }
      try {
        return { found: await apiOf(client).call('findContents', { query }, { signal }), refusal: null }
      } catch (error) {
        const refusal = refusalOf(error)
        if (!refusal) throw error
        return { found: null, refusal: refusal.message }
      }
    },
    staleTime: 0,
  })

import { queryOptions } from '@tanstack/react-query'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { apiOf } from '../api.ts'
import { refusalOf } from '../failure.ts'

/** Filters of the moderation log; empty texts do not filter. */
export interface LogQuery {
  readonly communityId: string
  readonly action: string
  /** A username. */
  readonly moderator: string
  /** Days such as `2026-03-31`. */
  readonly from: string
  readonly to: string
  /** A cursor; empty: the newest. */
  readonly next: string
}

const given = (query: Partial<LogQuery>) =>
  Object.fromEntries(Object.entries(query).filter(([, text]) => text !== ''))

/** The URL of the log as a file. */
export const urlOfLogFile = (query: Omit<LogQuery, 'next'>): string =>
  `/api/modlog.csv?${new URLSearchParams(given(query))}`

/** Either a page of the log, or why it cannot be filtered by this moderator. */
export type LogAnswer = OutputOf<'listModerationLog'> | { readonly mistake: string }

const mistakes: Record<string, string> = {
  user_not_found: 'There is no account of this name.',
  moderators_not_named: 'This community does not tell which of its moderators did what.',
}

/** A page of the moderation log. A moderator who cannot be filtered by is an answer, not an error. */
export const moderationLogQuery = (query: LogQuery) =>
  queryOptions({
    queryKey: ['modlog', query],
    queryFn: async ({ client, signal }): Promise<LogAnswer> => {
      try {
        return await apiOf(client).call('listModerationLog', { query: given(query) }, { signal })
      } catch (error) {
        const mistake = mistakes[refusalOf(error)?.code ?? '']
        if (mistake === undefined) throw error
        return { mistake }
      }
    },
  })

import { queryOptions } from '@tanstack/react-query'
import { apiOf } from '../api.ts'

/** The counts of a year. @param year null for the current one. */
export const transparencyQuery = (year: string | null) =>
  queryOptions({
    queryKey: ['transparency', year],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'getTransparency',
        { query: year === null ? {} : { year: Number(year) } },
        { signal },
      ),
  })

/** Retention periods, connections to others, and documents made from the settings, which may have changed since. */
export const lawDocumentsQuery = queryOptions({
  queryKey: ['lawDocuments'],
  queryFn: ({ client, signal }) => apiOf(client).call('getLawDocuments', {}, { signal }),
  staleTime: 0,
})

export const urlOfTransparencyFile = (year: number): string => `/api/_admin/law/transparency.csv?year=${year}`
export const urlOfLawFile = (name: 'risk-assessment' | 'records-of-processing'): string =>
  `/api/_admin/law/${name}.md`

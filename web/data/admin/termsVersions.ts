import { infiniteQueryOptions } from '@tanstack/react-query'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { apiOf } from '../api.ts'

export type TermsVersion = OutputOf<'listTermsVersions'>['versions'][number]

/** The texts of the terms that members accepted, the latest first. */
export const termsVersionsQuery = infiniteQueryOptions({
  queryKey: ['terms versions'],
  queryFn: ({ client, signal, pageParam }) =>
    apiOf(client).call(
      'listTermsVersions',
      { query: pageParam === null ? {} : { next: pageParam } },
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})

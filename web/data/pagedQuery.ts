import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import type { ApiClient } from '../../contract/endpoints/index.ts'
import { apiOf } from './api.ts'

interface PagedQuery<Page, Key extends QueryKey> {
  readonly queryKey: Key
  /** Cursor of the first page shown; null: from the beginning. */
  readonly from?: string | null
  /** @param start where the page begins, for the query of the call. */
  readonly load: (
    api: ApiClient,
    start: { readonly next?: string },
    options: { readonly signal: AbortSignal },
  ) => Promise<Page>
}

/** A list of which the API answers one page after the other, by the cursor `next`. */
export const pagedQuery = <Page extends { readonly next: string | null }, const Key extends QueryKey>({
  queryKey,
  from = null,
  load,
}: PagedQuery<Page, Key>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ client, signal, pageParam }) =>
      load(apiOf(client), pageParam === null ? {} : { next: pageParam }, { signal }),
    initialPageParam: from,
    getNextPageParam: ({ next }) => next,
  })

import { infiniteQueryOptions } from '@tanstack/react-query'
import { limits } from '../../../contract/limits.ts'
import { apiOf } from '../api.ts'

/** Cursor of the first row shown, for readers without JavaScript; null: from the beginning. */
interface TableParams {
  readonly from: string | null
}

/** All comments, newest first, with the beginning of their bodies. */
export const allCommentsQuery = ({ from }: TableParams) =>
  infiniteQueryOptions({
    queryKey: ['all comments', from],
    queryFn: async ({ client, signal, pageParam }) => {
      const query = { render: 'page' as const, ...(pageParam !== null && { next: pageParam }) }
      const { comments, next } = await apiOf(client).call('listAllComments', { query }, { signal })
      return { rows: comments, next }
    },
    initialPageParam: from,
    getNextPageParam: (page) => page.next,
  })

/** All communities, newest first. */
export const allCommunitiesQuery = ({ from }: TableParams) =>
  infiniteQueryOptions({
    queryKey: ['all communities', from],
    queryFn: async ({ client, signal, pageParam }) => {
      const query = {
        sort: 'new' as const,
        limit: limits.adminTableRows + 1,
        ...(pageParam !== null && { next: pageParam }),
      }
      const found = await apiOf(client).call('listCommunities', { query }, { signal })
      return {
        rows: found.slice(0, limits.adminTableRows),
        next: found[limits.adminTableRows]?.id ?? null,
      }
    },
    initialPageParam: from,
    getNextPageParam: (page) => page.next,
  })

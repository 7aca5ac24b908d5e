import { infiniteQueryOptions } from '@tanstack/react-query'
import { limits } from '../../contract/limits.ts'
import { apiOf } from './api.ts'

/** From which row on a table is shown, for readers without JavaScript; null: from the beginning. */
interface TablePlace {
  readonly from: string | null
}

/** All accounts, newest first, or those that a text finds. */
export const allUsersQuery = ({ from, q }: TablePlace & { readonly q: string }) =>
  infiniteQueryOptions({
    queryKey: ['all users', q, from],
    queryFn: async ({ client, signal, pageParam }) => {
      const query = { ...(q !== '' && { q }), ...(pageParam !== null && { next: pageParam }) }
      const { users, next } = await apiOf(client).call('listUsers', { query }, { signal })
      return { rows: users, next }
    },
    initialPageParam: from,
    getNextPageParam: (page) => page.next,
  })

/** All comments, newest first; of their texts only the beginning. */
export const allCommentsQuery = ({ from }: TablePlace) =>
  infiniteQueryOptions({
    queryKey: ['all comments', from],
    queryFn: async ({ client, signal, pageParam }) => {
      const query = { render: 'page', ...(pageParam !== null && { next: pageParam }) }
      const { comments, next } = await apiOf(client).call('listAllComments', { query }, { signal })
      return { rows: comments, next }
    },
    initialPageParam: from,
    getNextPageParam: (page) => page.next,
  })

/** All communities, newest first. The first of the next page is asked for together with this one. */
export const allCommunitiesQuery = ({ from }: TablePlace) =>
  infiniteQueryOptions({
    queryKey: ['all communities', from],
    queryFn: async ({ client, signal, pageParam }) => {
      const query = {
        sort: 'new',
        limit: String(limits.adminTableRows + 1),
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

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Initial } from '../../../contract/entities/initial.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import { apiOf } from '../api.ts'

/** The viewer, and what the shell shows around every page. */
export const initialQuery = queryOptions({
  queryKey: ['initial'],
  queryFn: ({ client, signal }) => apiOf(client).call('getInitial', {}, { signal }),
})

/**
 * A context, because so many components read it: each of them subscribing to the cache took a quarter of the
 * time of rendering a page.
 */
export const InitialContext = createContext<Initial | null>(null)

export function useInitial(): Initial {
  const initial = useContext(InitialContext)
  if (!initial) throw new Error('The viewer is known only inside of <App>.')
  return initial
}

/** The logged-in member, or null. */
export const useViewer = () => useInitial().user

export const ownUserKey = ['own user']

/** Changes the cached record of the viewer. */
export function changeViewer(queryClient: QueryClient, change: Partial<User>): void {
  queryClient.setQueryData<User>(ownUserKey, (user) => user && { ...user, ...change })
  queryClient.setQueryData(initialQuery.queryKey, (initial) =>
    initial?.user ? { ...initial, user: { ...initial.user, ...change } } : initial,
  )
}

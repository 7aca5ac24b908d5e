import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect } from 'react'
import type { Initial } from '../../../contract/entities/initial.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import { apiOf } from '../api.ts'
import { refusalOf } from '../failure.ts'

const userRefreshMs = 5000

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

/**
 * Polls the viewer's own record every few seconds while the window is visible.
 *
 * @param onLoggedOut is called when the session has ended elsewhere; the page then shows what guests see.
 */
export function useFreshViewer(onLoggedOut: () => void): void {
  const queryClient = useQueryClient()
  const isMember = useViewer() !== null
  const { data, error } = useQuery({
    queryKey: ownUserKey,
    queryFn: ({ client, signal }) => apiOf(client).call('getOwnUser', {}, { signal }),
    enabled: isMember,
    refetchInterval: userRefreshMs,
    // The page came with the record, so the first poll waits for the interval.
    refetchOnMount: false,
    initialData: () => queryClient.getQueryData(initialQuery.queryKey)?.user ?? undefined,
  })
  useEffect(() => {
    if (data)
      queryClient.setQueryData(initialQuery.queryKey, (initial) =>
        initial?.user ? { ...initial, user: data } : initial,
      )
  }, [data, queryClient])
  useEffect(() => {
    if (refusalOf(error)?.status !== 401) return
    queryClient.setQueryData(initialQuery.queryKey, (initial) => initial && { ...initial, user: null })
    onLoggedOut()
  }, [error, queryClient, onLoggedOut])
}

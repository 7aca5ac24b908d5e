import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiOf } from '../api.ts'
import { refusalOf } from '../failure.ts'
import { initialQuery, ownUserKey, useViewer } from './initial.ts'

const userRefreshMs = 5000

/** Both callbacks keep their identity. */
interface ViewerChanges {
  /** The session has ended elsewhere; the page then shows what guests see. */
  readonly onLoggedOut: () => void
  /** Another tab has logged in with another account. This one keeps showing the one before. */
  readonly onOtherAccount: (username: string) => void
}

/** Polls the viewer's own record every few seconds while the window is visible. */
export function useFreshViewer({ onLoggedOut, onOtherAccount }: ViewerChanges): void {
  const queryClient = useQueryClient()
  const viewerId = useViewer()?.id
  const { data, error } = useQuery({
    queryKey: ownUserKey,
    queryFn: ({ client, signal }) => apiOf(client).call('getOwnUser', {}, { signal }),
    enabled: viewerId !== undefined,
    refetchInterval: userRefreshMs,
    // The page came with the record, so the first poll waits for the interval.
    refetchOnMount: false,
    initialData: () => queryClient.getQueryData(initialQuery.queryKey)?.user ?? undefined,
  })
  useEffect(() => {
    if (!data || viewerId === undefined) return
    if (data.id !== viewerId) return onOtherAccount(data.username)
    queryClient.setQueryData(initialQuery.queryKey, (initial) =>
      initial?.user ? { ...initial, user: data } : initial,
    )
  }, [data, viewerId, queryClient, onOtherAccount])
  useEffect(() => {
    if (refusalOf(error)?.status !== 401) return
    queryClient.setQueryData(initialQuery.queryKey, (initial) => initial && { ...initial, user: null })
    onLoggedOut()
  }, [error, queryClient, onLoggedOut])
}

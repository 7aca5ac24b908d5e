import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { Notification } from '../../../contract/entities/notification.ts'
import type { NotificationKind } from '../../../contract/notificationKinds.ts'
import { changeViewer, useViewer } from '../account/initial.ts'
import { apiOf, useApi } from '../api.ts'

type Page = OutputOf<'listNotifications'>

/** The format for the page: sentences of the server, in HTML. */
const worded = { render: 'page', format: 'html' } as const

/** Prefix of the keys of the lists of all kinds. */
const listsKey = ['notifications']

/** Null for all kinds. */
const notificationsQuery = (kind: NotificationKind | null) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, kind],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).call(
        'listNotifications',
        { query: { ...worded, ...(kind && { kind }), ...(pageParam !== '' && { next: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? null : next),
  })

/**
 * The viewer's notifications of a kind, while their list is open: fetched when it opens and when new ones arrive. Once
 * all kinds are on the screen, none counts as new any more.
 */
export function useNotifications(kind: NotificationKind | null) {
  const api = useApi()
  const queryClient = useQueryClient()
  const newCount = useViewer()?.notificationsNewCount ?? 0
  const list = useInfiniteQuery({ ...notificationsQuery(kind), enabled: false })
  const { refetch } = list
  const wasLoaded = useRef(false)

  /** Never rejects: the list keeps its own failure. */
  const load = useCallback(async () => {
    const { isSuccess } = await refetch()
    if (!isSuccess || kind !== null) return
    // Ignored, because the notifications are shown even if the count stays.
    await api.call('updateNotifications', { query: { action: 'resetNewCount' } }).then(
      () => changeViewer(queryClient, { notificationsNewCount: 0 }),
      () => {},
    )
  }, [api, queryClient, refetch, kind])

  useEffect(() => {
    if (wasLoaded.current && newCount === 0) return
    if (!wasLoaded.current) keepFirstPage()
    wasLoaded.current = true
    void load()

    function keepFirstPage() {
      queryClient.setQueryData(
        notificationsQuery(kind).queryKey,
        (old) => old && { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) },
      )
    }
  }, [newCount, load, queryClient, kind])

  const leaving = useMutationState({
    filters: { mutationKey: deletionKey, status: 'pending' },
    select: ({ state }) => Number(state.variables),
  })
  // A notification that moved up between two requests is on both pages.
  const known = new Set(leaving)
  const items = list.data?.pages
    .flatMap((page) => page.items)
    .filter(({ id }) => !known.has(id) && known.add(id))
  return { ...list, items, load }
}

/** Updates the cached notifications; null removes one. */
function useChangeNotifications() {
  const queryClient = useQueryClient()
  return (change: (old: Notification) => Notification | null) =>
    queryClient.setQueriesData<InfiniteData<Page, string>>(
      { queryKey: listsKey },
      (old) =>
        old && {
          ...old,
          pages: old.pages.map((page) => ({
            ...page,
            items: page.items.flatMap((item) => change(item) ?? []),
          })),
        },
    )
}

/** Marks one as seen or unseen, with an optimistic update. A failure reverts it silently. */
export function useMarkSeen() {
  const api = useApi()
  const change = useChangeNotifications()
  const put = (id: number, seen: boolean) => change((old) => (old.id === id ? { ...old, seen } : old))
  return useMutation({
    mutationFn: ({ id, seen }: { id: number; seen: boolean }) =>
      api.call('updateNotification', {
        params: { notificationId: String(id) },
        query: { ...worded, action: 'markAsSeen', seen },
      }),
    onMutate: ({ id, seen }) => put(id, seen),
    onError: (error, { id, seen }) => {
      put(id, !seen)
      console.error('A notification could not be marked.', error)
    },
  })
}

const deletionKey = ['notification deletion']

/** Deletes one, with an optimistic update; a failure restores it. */
export function useDeleteNotification(onFailure: (error: unknown) => void) {
  const api = useApi()
  const change = useChangeNotifications()
  return useMutation({
    mutationKey: deletionKey,
    mutationFn: (id: number) =>
      api.call('deleteNotification', { params: { notificationId: String(id) }, query: worded }),
    onSuccess: (_deleted, id) => change((old) => (old.id === id ? null : old)),
    onError: onFailure,
  })
}

/** Marks all as seen, or only those of one type, at once. */
export function useMarkAllSeen(onFailure: (error: unknown) => void) {
  const api = useApi()
  const change = useChangeNotifications()
  return useMutation({
    mutationFn: (type: '' | 'new_votes') =>
      api.call('updateNotifications', { query: { action: 'markAllAsSeen', ...(type && { type }) } }),
    onMutate: (type) => {
      const changed = new Set<number>()
      change((old) => {
        if (old.seen || (type !== '' && old.type !== type)) return old
        changed.add(old.id)
        return { ...old, seen: true }
      })
      return changed
    },
    onError: (error, _type, changed) => {
      change((old) => (changed?.has(old.id) ? { ...old, seen: false } : old))
      onFailure(error)
    },
  })
}

export function useDeleteAllNotifications(onFailure: (error: unknown) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.call('updateNotifications', { query: { action: 'deleteAll' } }),
    onSuccess: () =>
      queryClient.setQueriesData<InfiniteData<Page, string>>(
        { queryKey: listsKey },
        {
          pages: [{ count: 0, newCount: 0, items: [], next: '' }],
          pageParams: [''],
        },
      ),
    onError: onFailure,
  })
}

/**
 * Lets the post that a notification leads to be fetched again, however young it is in the cache: it may have been read a moment before
 * there was something to tell.
 */
export function useInvalidatePost(): (url: string) => void {
  const queryClient = useQueryClient()
  return (url) => {
    const publicId = /^\/\w+\/post\/(\w+)/.exec(url)?.[1]
    if (publicId === undefined) return
    for (const name of ['post', 'thread'])
      queryClient.invalidateQueries({ queryKey: [name, publicId], refetchType: 'none' }).catch(() => {})
  }
}

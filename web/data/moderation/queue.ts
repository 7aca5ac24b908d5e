import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import type { DecisionResult, QueueItem, QueueItemsPage } from '../../../contract/entities/queue.ts'
import { limits } from '../../../contract/limits.ts'
import type { QueueAction, QueueSort, ShownKind } from '../../../contract/queueWords.ts'
import type { ReportFilter } from '../../../contract/words.ts'
import { apiOf, useApi } from '../api.ts'
import { type Content, contentOf } from '../posts/contents.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { moderationItemsPerPage } from './decisions.ts'
import { moderationKey } from './invalidateModeration.ts'

/** Which part of the queue. */
export interface QueueParams {
  readonly kind: ShownKind
  readonly sort: QueueSort
  readonly filter: ReportFilter
  readonly scope: 'moderating' | 'all'
  /** Null for those of `scope`. */
  readonly communityId: string | null
  /** The number of a reason of the site; empty for any. */
  readonly reason: string
  /** The text of a rule; empty for any. */
  readonly rule: string
  /** Cursor of the first page shown, for readers without JavaScript; null: from the beginning. */
  readonly from: string | null
  /** The number of the page that is shown, in a list with page numbers; null in any other. */
  readonly page: number | null
}

/** What waits for review is only counted. */
const queryOf = ({ kind, sort, filter, scope, communityId, reason, rule }: QueueParams) => ({
  kind: kind === 'waiting' ? ('reported' as const) : kind,
  sort,
  filter,
  ...(communityId === null ? { scope } : { communityId }),
  ...(reason !== '' && { reason: Number(reason) }),
  ...(rule !== '' && { rule }),
})

type Counted = Pick<QueueItemsPage, 'counts' | 'reasons'>
const countedOf = ({ counts, reasons }: Counted): Counted => ({ counts, reasons })

/** The counts of the queue, from the latest page, and refetched after each decision. */
export const queueCountsQuery = (params: QueueParams) =>
  queryOptions({
    queryKey: [moderationKey, 'queueCounts', { ...params, from: null, page: null }],
    queryFn: async ({ client, signal }) =>
      countedOf(
        await apiOf(client).call('listQueueItems', { query: { ...queryOf(params), limit: 1 } }, { signal }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The queue of moderators, each post or comment once. */
export const queueQuery = (params: QueueParams) =>
  infiniteQueryOptions({
    queryKey: [moderationKey, 'queue', params],
    queryFn: async ({ client, signal, pageParam }) => {
      const page = await apiOf(client).call(
        'listQueueItems',
        {
          query: {
            ...queryOf(params),
            limit: moderationItemsPerPage,
            render: 'page',
            ...(pageParam !== null ? { next: pageParam } : params.page !== null && { page: params.page }),
          },
        },
        { signal },
      )
      client.setQueryData(queueCountsQuery(params).queryKey, countedOf(page))
      return page
    },
    initialPageParam: params.from,
    getNextPageParam: (page) => page.next,
  })

/** A post with its open reports and the latest decision about it, for moderators of its community; null once it no longer exists. */
export const moderatedPostQuery = ({ id, communityId }: { id: string; communityId: string }) =>
  queryOptions({
    queryKey: [moderationKey, 'post', id],
    queryFn: async ({ client, signal }) => {
      const query = { communityId, postId: id, limit: 1, render: 'page' } as const
      const { items } = await apiOf(client).call('listQueueItems', { query }, { signal })
      return items[0] ?? null
    },
  })

/** Posts with an image that looks like one of this post, for its moderators. */
export const sameImagePostsQuery = (publicId: string) =>
  queryOptions({
    queryKey: [moderationKey, 'same images', publicId],
    queryFn: async ({ client, signal }) =>
      (await apiOf(client).call('listSameImagePosts', { params: { publicId } }, { signal })).posts,
  })

/** The post or comment of an item; null if it no longer exists. */
export const contentOfItem = ({ type, target }: Pick<QueueItem, 'type' | 'target'>): Content | null =>
  target && contentOf({ type, item: target })

type Subject = Pick<QueueItem, 'type' | 'targetId'>

export const keyOfSubject = ({ type, targetId }: Subject): string => `${type} ${targetId}`

type Version = Subject & Pick<QueueItem, 'version'>

/** Items decided in this window, because a page that was being loaded may still contain them. */
const settled = new Set<string>()
const settledKey = (item: Version): string => `${keyOfSubject(item)} ${item.version}`
export const isSettled = (item: Version): boolean => settled.has(settledKey(item))

/** Removes decided items from the lists on the screen, and refetches their counts. */
export function useLeaveQueue() {
  const queryClient = useQueryClient()
  return (decided: readonly Version[]): void => {
    const keys = new Set(decided.map(keyOfSubject))
    for (const item of decided) settled.add(settledKey(item))
    queryClient.setQueriesData<InfiniteData<QueueItemsPage>>(
      { queryKey: [moderationKey, 'queue'] },
      (queue) =>
        queue && {
          ...queue,
          pages: queue.pages.map((page) => ({
            ...page,
            items: page.items.filter((item) => !keys.has(keyOfSubject(item))),
          })),
        },
    )
    queryClient.invalidateQueries({ queryKey: [moderationKey], refetchType: 'none' })
    // The box on the page of a post shows the same.
    for (const shown of ['queueCounts', 'post'])
      queryClient.invalidateQueries({ queryKey: [moderationKey, shown] })
  }
}

/** Closes one report about an item; with its last one, the item leaves the list. */
export function useIgnoreReport(item: Version & Pick<QueueItem, 'communityId' | 'noReports'>) {
  const leaveQueue = useLeaveQueue()
  return useApiMutation(
    (api, reportId: string) =>
      api.call('ignoreReport', { params: { communityId: item.communityId, reportId } }),
    {
      onSuccess: async (queryClient) => {
        if (item.noReports === 1) leaveQueue([item])
        else await queryClient.invalidateQueries({ queryKey: [moderationKey] })
      },
    },
  )
}

/** How many items can be selected at once. */
export const itemsSelectedMax = 1000

/** Finds everything in this part of the queue, as it is now: at most `itemsSelectedMax` items. */
export const useFindItems = (params: QueueParams) =>
  useApiMutation(async (api): Promise<QueueItem[]> => {
    const found: QueueItem[] = []
    for (let next: string | null | undefined; next !== null && found.length < itemsSelectedMax; ) {
      const query = { ...queryOf(params), limit: limits.pageSizeMax, ...(next !== undefined && { next }) }
      const page: QueueItemsPage = await api.call('listQueueItems', { query })
      found.push(...page.items.filter((item) => !isSettled(item)))
      next = page.next
    }
    return found.slice(0, itemsSelectedMax)
  })

/** Ten calls a second are allowed. */
const betweenDecisionsMs = 150

export interface QueueDecision {
  readonly action: QueueAction
  readonly items: readonly QueueItem[]
  readonly reason?: string
  readonly ruleId?: number | null
  readonly note?: string
}

/**
 * Decides about items, except those that another moderator has decided; many of them in several calls, one after the other. Those that are
 * done when a call fails leave the queue.
 *
 * @returns the result for each.
 */
export function useDecideItems() {
  const api = useApi()
  const queryClient = useQueryClient()
  const leaveQueue = useLeaveQueue()
  return useMutation({
    mutationFn: async ({ items, reason, ruleId, note, action }: QueueDecision): Promise<DecisionResult[]> => {
      const results: DecisionResult[] = []
      try {
        for (let at = 0; at < items.length; at += limits.queueDecisionsMax) {
          if (at > 0) await new Promise((resolve) => setTimeout(resolve, betweenDecisionsMs))
          const some = items.slice(at, at + limits.queueDecisionsMax)
          const answer = await api.call('decideQueueItems', {
            body: {
              action,
              items: some.map(({ type, targetId, version }) => ({ type, targetId, version })),
              ...(reason && { reason }),
              ...(ruleId && { ruleId }),
              ...(note && { note }),
            },
          })
          results.push(...answer.results)
        }
      } finally {
        const done = new Set(results.filter((result) => result.done).map(keyOfSubject))
        leaveQueue(items.filter((item) => done.has(keyOfSubject(item))))
      }
      return results
    },
    onSettled: (_results, _error, { action }) => {
      if (action === 'approve') return
      // Threads and feeds with these items are refetched.
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [first] }) => first !== moderationKey,
        refetchType: 'none',
      })
    },
  })
}

/** Signals which item the viewer has open, and fetches what other moderators do. */
export function useLook() {
  const api = useApi()
  return useCallback(
    (body: InputOf<'lookAtQueueItem'>['body']) => api.call('lookAtQueueItem', { body }),
    [api],
  )
}

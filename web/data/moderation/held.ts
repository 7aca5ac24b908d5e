import { type InfiniteData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  HeldDecision,
  HeldItem,
  HeldItemsPage,
  ReviewSettings,
} from '../../../contract/entities/held.ts'
import type { HeldAction } from '../../../contract/heldWords.ts'
import { heldDecisionsMax } from '../../../contract/limitValues.ts'
import { apiOf, useApi } from '../api.ts'
import { pagedQuery } from '../pagedQuery.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { moderationItemsPerPage } from './decisions.ts'
import { moderationKey } from './invalidateModeration.ts'
import type { QueueParams } from './queue.ts'

type Where = Pick<QueueParams, 'scope' | 'communityId' | 'from'>

/** What waits for review in these communities, the oldest first. */
export const heldItemsQuery = ({ scope, communityId, from }: Where) =>
  pagedQuery({
    queryKey: [moderationKey, 'held', { scope, communityId, from }],
    from,
    load: (api, start, options) =>
      api.call(
        'listHeldItems',
        {
          query: {
            ...(communityId === null ? { scope } : { communityId }),
            limit: moderationItemsPerPage,
            render: 'page',
            ...start,
          },
        },
        options,
      ),
  })

interface Decision {
  readonly action: HeldAction
  readonly items: readonly HeldItem[]
  readonly reason?: string
}

/** Approves or declines items; those that are done leave the list. @returns the result for each. */
export function useDecideHeld() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ action, items, reason }: Decision): Promise<HeldDecision[]> => {
      const results: HeldDecision[] = []
      for (let at = 0; at < items.length; at += heldDecisionsMax) {
        const ids = items.slice(at, at + heldDecisionsMax).map(({ id }) => id)
        const answer = await api.call('decideHeldItems', { body: { action, ids, ...(reason && { reason }) } })
        results.push(...answer.results)
      }
      return results
    },
    onSuccess: (results) => {
      const done = new Set(results.filter((result) => result.done).map(({ id }) => id))
      queryClient.setQueriesData<InfiniteData<HeldItemsPage>>(
        { queryKey: [moderationKey, 'held'] },
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              items: page.items.filter(({ id }) => !done.has(id)),
            })),
          },
      )
    },
    onSettled: (results) => {
      // For what others decided meanwhile, and what was decided before a failure.
      if (!results?.every(({ done }) => done))
        queryClient.invalidateQueries({ queryKey: [moderationKey, 'held'] })
      queryClient.invalidateQueries({ queryKey: [moderationKey, 'queueCounts'] })
      // Threads and feeds get what was approved.
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [first] }) => first !== moderationKey,
        refetchType: 'none',
      })
    },
  })
}

/** What waits for review in a community. */
export const reviewSettingsQuery = (communityId: string) =>
  queryOptions({
    queryKey: [moderationKey, 'review', communityId],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('getReviewSettings', { params: { communityId } }, { signal }),
  })

export const useSaveReviewSettings = (communityId: string) =>
  useApiMutation(
    (api, body: ReviewSettings) => api.call('saveReviewSettings', { params: { communityId }, body }),
    {
      onSuccess: (queryClient, saved) =>
        queryClient.setQueryData(reviewSettingsQuery(communityId).queryKey, saved),
    },
  )

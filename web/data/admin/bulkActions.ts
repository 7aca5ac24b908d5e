import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { BulkAction, BulkFilter } from '../../../contract/entities/bulkAction.ts'
import type { BulkActionKind, BulkActionStep } from '../../../contract/words.ts'
import { apiOf, useApi } from '../api.ts'
import { blockedPicturesQuery } from './blockedPictures.ts'
import { type memberFilterOf, useRefreshMembers } from './members.ts'
import { slowVotersQuery, votePatternsKey } from './votePatterns.ts'

/** The accounts that match filters, as far as a bulk action can change them. */
export type FoundMembers = OutputOf<'findMembers'>

const whileRunningMs = 1000
const refreshMs = 30_000

export const isRunning = ({ finishedAt, contentLeft, votesLeft }: BulkAction): boolean =>
  finishedAt === null || contentLeft > 0 || votesLeft > 0

/** The bulk actions of the last 30 days, polled while one runs. */
export const bulkActionsQuery = queryOptions({
  queryKey: ['bulkActions'],
  queryFn: async ({ client, signal }) =>
    (await apiOf(client).call('listBulkActions', {}, { signal })).bulkActions,
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.some(isRunning) ? whileRunningMs : refreshMs),
})

/** How many accounts match, with some of them. Counted again each time. */
export const foundMembersQuery = (filter: ReturnType<typeof memberFilterOf>) =>
  queryOptions({
    queryKey: ['members', 'found', filter],
    queryFn: ({ client, signal }) => apiOf(client).call('findMembers', { query: filter }, { signal }),
    staleTime: 0,
  })

interface RequestedBulkAction {
  readonly action: BulkActionKind
  readonly of: { readonly filter: BulkFilter } | { readonly usernames: string[] }
  readonly accounts: number
  readonly contents?: number
  readonly withContent: boolean
  readonly reason: string
  /** RFC 3339; null for no end. */
  readonly expires: string | null
  /** From when on votes do not count: RFC 3339; null for all. */
  readonly votesSince?: string | null
  /** The public id of a post whose images are blocked first; null for none. */
  readonly blockImagesOf?: string | null
}

/** Starts a bulk action, which runs in the background. */
export function useOrderBulkAction() {
  const api = useApi()
  const queryClient = useQueryClient()
  const refreshMembers = useRefreshMembers()
  return useMutation({
    mutationFn: async ({ of, blockImagesOf = null, ...body }: RequestedBulkAction) => {
      // First, so that no copy comes back meanwhile; and because what is removed has no images any more.
      const blocked =
        blockImagesOf === null
          ? null
          : await api.call('changeBlockedPictures', {
              body: { block: [], unblock: [], ofPost: blockImagesOf },
            })
      await api.call('orderBulkAction', { body: { ...body, ...of } })
      return { blocked }
    },
    // Also after a failure: other accounts may match by now.
    onSettled: () =>
      Promise.all([
        refreshMembers(),
        queryClient.invalidateQueries(bulkActionsQuery),
        // They take a while to find: only when they are looked at again.
        queryClient.invalidateQueries({ queryKey: [votePatternsKey], refetchType: 'none' }),
        queryClient.invalidateQueries(blockedPicturesQuery),
      ]),
  })
}

const waitsMax = 20
const waitMs = 250

/** Lets a member vote as usual again: a bulk action for one account. Waits until it is done, so that what is shown next is right. */
export function useEndSlowVotes(username: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const refreshMembers = useRefreshMembers()
  return useMutation({
    mutationFn: async () => {
      const body = { action: 'end_slow_votes' as const, usernames: [username], accounts: 1 }
      const { id } = await api.call('orderBulkAction', { body })
      for (let waits = 0; waits < waitsMax; waits += 1) {
        const { bulkActions } = await api.call('listBulkActions', {})
        if (bulkActions.find((one) => one.id === id)?.finishedAt) return
        await new Promise((resolve) => setTimeout(resolve, waitMs))
      }
    },
    onSettled: () =>
      Promise.all([
        refreshMembers(),
        queryClient.invalidateQueries(bulkActionsQuery),
        queryClient.invalidateQueries(slowVotersQuery),
        queryClient.invalidateQueries({ queryKey: ['user', username.toLowerCase()] }),
      ]),
  })
}

/** Stops a bulk action, or undoes it. */
export function useChangeBulkAction() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, step }: { id: string; step: BulkActionStep }) => {
      await api.call('changeBulkAction', { params: { bulkActionId: id }, body: { step } })
      await queryClient.invalidateQueries(bulkActionsQuery)
    },
  })
}

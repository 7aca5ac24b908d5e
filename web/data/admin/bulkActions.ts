import { queryOptions } from '@tanstack/react-query'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { BulkAction, BulkFilter } from '../../../contract/entities/bulkAction.ts'
import type { BulkActionKind, BulkActionStep } from '../../../contract/words.ts'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { blockedPicturesQuery } from './blockedPictures.ts'
import { type memberFilterOf, refreshMembers } from './members.ts'
import { votePatternsKey } from './votePatterns.ts'

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
export const useOrderBulkAction = () =>
  useApiMutation(
    async (api, { of, blockImagesOf = null, ...body }: RequestedBulkAction) => {
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
    {
      // Also after a failure: other accounts may match by now.
      onSettled: (queryClient) =>
        Promise.all([
          refreshMembers(queryClient),
          queryClient.invalidateQueries(bulkActionsQuery),
          // They take a while to find: only when they are looked at again.
          queryClient.invalidateQueries({ queryKey: [votePatternsKey], refetchType: 'none' }),
          queryClient.invalidateQueries(blockedPicturesQuery),
        ]),
    },
  )

/** Stops a bulk action, or undoes it. */
export const useChangeBulkAction = () =>
  useApiMutation(
    (api, { id, step }: { id: string; step: BulkActionStep }) =>
      api.call('changeBulkAction', { params: { bulkActionId: id }, body: { step } }),
    {
      onSuccess: (queryClient) =>
        Promise.all([
          queryClient.invalidateQueries(bulkActionsQuery),
          queryClient.invalidateQueries({ queryKey: [votePatternsKey], refetchType: 'none' }),
        ]),
    },
  )

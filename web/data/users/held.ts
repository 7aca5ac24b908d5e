import { queryOptions } from '@tanstack/react-query'
import { noteHeld } from '../../device/held.ts'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'

export const heldKey = 'held'

/** Comments on a post and edits of it, or new posts in a community; without both, everything. */
export interface HeldWhere {
  readonly postId?: string
  readonly communityId?: string
}

/** What of the viewer waits for review or was declined. */
export const ownHeldQuery = (where: HeldWhere) =>
  queryOptions({
    queryKey: [heldKey, where],
    queryFn: async ({ client, signal }) => {
      const { items } = await apiOf(client).call(
        'listOwnHeldItems',
        { query: { ...where, render: 'page' } },
        { signal },
      )
      if (!import.meta.env.SSR && items.length > 0) noteHeld(true)
      else if (!import.meta.env.SSR && !where.postId && !where.communityId) noteHeld(false)
      return items
    },
  })

/** Takes back what waits or was declined; its text becomes a draft. @returns the place of the draft. */
export const useWithdrawHeld = () =>
  useApiMutation((api, id: number) => api.call('withdrawHeldItem', { params: { heldId: String(id) } }), {
    onSettled: (queryClient) => queryClient.invalidateQueries({ queryKey: [heldKey] }),
  })

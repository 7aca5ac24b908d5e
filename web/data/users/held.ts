import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { noteHeld } from '../../device/held.ts'
import { apiOf, useApi } from '../api.ts'
import { refusalOf } from '../failure.ts'

const heldKey = 'held'

/** Comments on a post and edits of it, or new posts in a community; without both, everything. */
interface Where {
  readonly postId?: string
  readonly communityId?: string
}

/** What of the viewer waits for review or was declined. */
export const ownHeldQuery = (where: Where) =>
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
export function useWithdrawHeld() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api.call('withdrawHeldItem', { params: { heldId: String(id) } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [heldKey] }),
  })
}

/** The answer to a request that stores a text; null if the text waits for review now, which counts as success. */
export async function orHeld<T>(queryClient: QueryClient, request: Promise<T>): Promise<T | null> {
  try {
    return await request
  } catch (error) {
    if (refusalOf(error)?.code !== 'held_for_review') throw error
    noteHeld(true)
    queryClient.invalidateQueries({ queryKey: [heldKey] })
    return null
  }
}

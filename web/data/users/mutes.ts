import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { Initial } from '../../../contract/entities/initial.ts'
import type { Mute, Mutes } from '../../../contract/entities/mute.ts'
import { initialQuery, useInitial } from '../account/initial.ts'
import { useApi } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'

/** A member or community that can be muted. */
export interface MuteTarget {
  readonly type: Mute['type']
  readonly id: string
}

/** The field with the mutes of each type. */
const listOf = { user: 'userMutes', community: 'communityMutes' } as const

const isOf =
  ({ type, id }: MuteTarget) =>
  (mute: Mute) =>
    (type === 'user' ? mute.mutedUserId : mute.mutedCommunityId) === id

/** Whether the viewer muted a member or community. */
export const isMuted = ({ mutes }: Pick<Initial, 'mutes'>, target: MuteTarget): boolean =>
  mutes[listOf[target.type]].some(isOf(target))

/** The mutes without one of them. */
export const withoutMute = (mutes: Mutes, target: MuteTarget): Mutes => ({
  ...mutes,
  [listOf[target.type]]: mutes[listOf[target.type]].filter((mute) => !isOf(target)(mute)),
})

/**
 * Whether the viewer muted a member or community, and the function that changes it, with an optimistic
 * update.
 *
 * @param on called after a change with its kind, or after a failure.
 */
export function useMuteChange(
  target: MuteTarget,
  on: { done: (requested: 'mute' | 'unmute') => void; failure: (error: unknown) => void },
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const known = isMuted(useInitial(), target)
  const mutationKey = ['mute', target.type, target.id]
  const [pending] = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables === 'mute' ? 'mute' : 'unmute'),
  })
  const change = useMutation({
    mutationKey,
    mutationFn: async (wants: 'mute' | 'unmute') => {
      const { type, id } = target
      if (wants === 'mute') {
        const body = type === 'user' ? { userId: id } : { communityId: id }
        return changeMutes(queryClient, await api.call('mute', { body }))
      }
      if (type === 'user') await api.call('unmuteUser', { params: { userId: id } })
      else await api.call('unmuteCommunity', { params: { communityId: id } })
      changeMutes(queryClient, (mutes) => withoutMute(mutes, target))
    },
    onSuccess: (_nothing, requested) => on.done(requested),
    onError: on.failure,
  })
  const shown = pending ? pending === 'mute' : known
  return {
    isMuted: shown,
    toggle: () => {
      if (!pending) change.mutate(shown ? 'unmute' : 'mute')
    },
  }
}

/** Removes all mutes of a type. */
export const useUnmuteAll = (type: Mute['type']) =>
  useApiMutation((api) => api.call('unmuteAll', { query: { type } }), {
    onSuccess: (queryClient) => changeMutes(queryClient, (mutes) => ({ ...mutes, [listOf[type]]: [] })),
  })

/** Caches the viewer's mutes, and invalidates all feeds and discussions. */
function changeMutes(queryClient: QueryClient, next: Mutes | ((mutes: Mutes) => Mutes)): void {
  queryClient.setQueryData(
    initialQuery.queryKey,
    (initial) => initial && { ...initial, mutes: typeof next === 'function' ? next(initial.mutes) : next },
  )
  for (const key of ['feed', 'contents', 'post', 'thread', 'community'])
    queryClient.invalidateQueries({ queryKey: [key], refetchType: 'none' })
}

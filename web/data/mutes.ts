import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Initial } from '../../contract/entities/initial.ts'
import type { Mutes } from '../../contract/entities/mute.ts'
import { useApi } from './api.ts'
import { initialQuery, useInitial } from './initial.ts'

/** Whether the viewer muted a member. */
export const isUserMuted = ({ mutes }: Pick<Initial, 'mutes'>, userId: string): boolean =>
  mutes.userMutes.some(({ mutedUserId }) => mutedUserId === userId)

/**
 * Whether the viewer muted a member, and what changes it. A change shows at once; a failure brings the old state back.
 *
 * @param on called when a change is done, with what it was, or has failed.
 */
export function useUserMute(
  userId: string,
  on: { done: (wanted: 'mute' | 'unmute') => void; failure: (error: unknown) => void },
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const known = isUserMuted(useInitial(), userId)
  const change = useMutation({
    mutationFn: async (wants: 'mute' | 'unmute') => {
      if (wants === 'mute') return putMutes(queryClient, await api.call('mute', { body: { userId } }))
      await api.call('unmuteUser', { params: { userId } })
      const { mutes } = queryClient.getQueryData(initialQuery.queryKey) ?? {}
      if (mutes)
        putMutes(queryClient, {
          ...mutes,
          userMutes: mutes.userMutes.filter(({ mutedUserId }) => mutedUserId !== userId),
        })
    },
    onSuccess: (_nothing, wanted) => on.done(wanted),
    onError: on.failure,
  })
  const isMuted = change.isPending ? change.variables === 'mute' : known
  return {
    isMuted,
    toggle: () => {
      if (!change.isPending) change.mutate(isMuted ? 'unmute' : 'mute')
    },
  }
}

/** Keeps whom and what the viewer muted; what was loaded before is asked for again when it is next gone to. */
export function putMutes(queryClient: QueryClient, mutes: Mutes): void {
  queryClient.setQueryData(initialQuery.queryKey, (initial) => initial && { ...initial, mutes })
  for (const key of ['feed', 'contents', 'post', 'thread', 'community'])
    queryClient.invalidateQueries({ queryKey: [key], refetchType: 'none' })
}

import { queryOptions } from '@tanstack/react-query'
import type { Community } from '../../../contract/entities/community.ts'
import type { ModeratorPermission } from '../../../contract/words.ts'
import { initialQuery, useViewer } from '../account/initial.ts'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { communityQuery } from './communities.ts'
import { putCommunity } from './communityTools.ts'

/**
 * Whether the viewer may remove a moderator: admins always, moderators unless the other ranks above them.
 *
 * @param mods in their order, the highest first.
 */
export function mayRemove(
  viewer: { id: string; isAdmin: boolean },
  mods: readonly { id: string }[],
  target: { id: string },
): boolean {
  if (viewer.isAdmin) return true
  const rankOf = (id: string) => mods.findIndex((one) => one.id === id)
  return rankOf(viewer.id) !== -1 && rankOf(viewer.id) <= rankOf(target.id)
}

const permissionsKey = 'moderatorPermissions'

/** What each moderator of a community may do, and what of it the viewer can change. */
export const moderatorPermissionsQuery = (communityId: string) =>
  queryOptions({
    queryKey: [permissionsKey, communityId],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('listModeratorPermissions', { params: { communityId } }, { signal }),
  })

/** Sets what a moderator may do. */
export const useSetPermissions = (communityId: string) =>
  useApiMutation(
    (api, { username, permissions }: { username: string; permissions: ModeratorPermission[] }) =>
      api.call('setModeratorPermissions', { params: { communityId, username }, body: { permissions } }),
    {
      onSettled: (queryClient) => queryClient.invalidateQueries({ queryKey: [permissionsKey, communityId] }),
    },
  )

/** Adds and removes moderators of a community. */
export function useModerators({ id: communityId, name }: Community) {
  const viewer = useViewer()
  const { queryKey } = communityQuery(name)
  const add = useApiMutation(
    (api, username: string) => api.call('addModerator', { params: { communityId }, body: { username } }),
    {
      onSuccess: (queryClient, mods) => {
        putCommunity(queryClient, name, { mods })
        // A new moderator becomes a member, too.
        queryClient.invalidateQueries({ queryKey })
        queryClient.invalidateQueries({ queryKey: [permissionsKey, communityId] })
      },
    },
  )
  const remove = useApiMutation(
    (api, username: string) => api.call('removeModerator', { params: { communityId, username } }),
    {
      onSuccess: (queryClient, gone) => {
        // The viewer's own role may have changed; the next navigation fetches it.
        queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
        queryClient.invalidateQueries({ queryKey: initialQuery.queryKey })
        // Moderators who removed themselves are about to leave this page; refetching it would show that they
        // may not see it.
        if (gone.id === viewer?.id && !viewer.isAdmin) return
        const mods = queryClient.getQueryData(queryKey)?.mods ?? []
        putCommunity(queryClient, name, { mods: mods.filter(({ id }) => id !== gone.id) })
      },
    },
  )
  return { add, remove }
}

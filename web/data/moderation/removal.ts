import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import { apiOf } from '../api.ts'
import { updateCachedComment } from '../comments/cachedComments.ts'
import { invalidateFeeds, updateCachedPost } from '../posts/cachedPosts.ts'
import type { Content } from '../posts/contents.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { moderationKey } from './invalidateModeration.ts'

/** The rules and templates of a community for removals and bans. */
export const removalReasonsQuery = (communityId: string) =>
  queryOptions({
    queryKey: [moderationKey, 'removalReasons', communityId],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('getRemovalReasons', { params: { communityId } }, { signal }),
  })

/** Saves all templates of a community. */
export const useSaveRemovalTemplates = (communityId: string) =>
  useApiMutation(
    (api, body: InputOf<'saveRemovalTemplates'>['body']) =>
      api.call('saveRemovalTemplates', { params: { communityId }, body }),
    {
      onSuccess: (queryClient, saved) =>
        queryClient.setQueryData(removalReasonsQuery(communityId).queryKey, saved),
    },
  )

/** Erases a post or comment for good. */
export const useErase = ({ type, item }: Content) =>
  useApiMutation(
    (api, reason: string) => api.call('eraseContent', { body: { type, targetId: item.id, reason } }),
    {
      // It is shown in threads, feeds, profiles and the queue. Also after a failure: another moderator may have acted. Not awaited,
      // because the dialog would be gone with the text before it could say what happened.
      onSettled: (queryClient) => void queryClient.invalidateQueries(),
    },
  )

/** Reverses a removal by moderators or admins. */
export function useRestore() {
  const queryClient = useQueryClient()
  const query = { action: 'restore', render: 'page' } as const
  return useApiMutation(
    async (api, { type, item }: Content) => {
      if (type === 'comment') {
        const params = { publicId: item.postPublicId, commentId: item.id }
        return updateCachedComment(queryClient, await api.call('updateComment', { params, query, body: {} }))
      }
      const params = { publicId: item.publicId }
      updateCachedPost(queryClient, await api.call('updatePost', { params, query, body: {} }))
      invalidateFeeds(queryClient)
    },
    {
      // Also after a failure: another moderator may have acted.
      onSettled: () => queryClient.invalidateQueries({ queryKey: [moderationKey] }),
    },
  )
}

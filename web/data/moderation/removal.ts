import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import { apiOf, useApi, useApiMutation } from '../api.ts'
import { useUpdateCachedComment } from '../comments/cachedComments.ts'
import { updateCachedPost, useInvalidateFeeds } from '../posts/cachedPosts.ts'
import type { Content } from '../posts/contents.ts'
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
    (queryClient, saved) => queryClient.setQueryData(removalReasonsQuery(communityId).queryKey, saved),
  )

/** Erases a post or comment for good. */
export function useErase({ type, item }: Content) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => api.call('eraseContent', { body: { type, targetId: item.id, reason } }),
    // It is shown in threads, feeds, profiles and the queue. Also after a failure: another moderator may have acted. Not awaited,
    // because the dialog would be gone with the text before it could say what happened.
    onSettled: () => void queryClient.invalidateQueries(),
  })
}

/** Reverses a removal by moderators or admins. */
export function useRestore() {
  const api = useApi()
  const queryClient = useQueryClient()
  const putComment = useUpdateCachedComment()
  const forgetFeeds = useInvalidateFeeds()
  const query = { action: 'restore', render: 'page' } as const
  return useMutation({
    mutationFn: async ({ type, item }: Content) => {
      if (type === 'comment')
        return putComment(
          await api.call('updateComment', {
            params: { publicId: item.postPublicId, commentId: item.id },
            query,
            body: {},
          }),
        )
      updateCachedPost(
        queryClient,
        await api.call('updatePost', { params: { publicId: item.publicId }, query, body: {} }),
      )
      forgetFeeds()
    },
    // Also after a failure: another moderator may have acted.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [moderationKey] }),
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import type { Post } from '../../../contract/entities/post.ts'
import type { UserGroup } from '../../../contract/entities/schema.ts'
import { useApi } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { changePost, invalidateFeeds, removeFromFeeds, updateCachedPost } from './cachedPosts.ts'

interface PostAction {
  readonly query: InputOf<'updatePost'>['query']
  /** The optimistic update of the post. */
  readonly shows: Partial<Pick<Post, 'locked' | 'isPinned' | 'isPinnedSite'>>
}

/** Switches for moderators and admins. */
export const postActions = {
  unlockAsMod: { query: { action: 'unlock', lockAs: 'mods' }, shows: { locked: false } },
  unlockAsAdmin: { query: { action: 'unlock', lockAs: 'admins' }, shows: { locked: false } },
  markAsAi: { query: { action: 'markAsAi' }, shows: {} },
  unmarkAsAi: { query: { action: 'unmarkAsAi' }, shows: {} },
  pin: { query: { action: 'pin', siteWide: false }, shows: { isPinned: true } },
  unpin: { query: { action: 'unpin', siteWide: false }, shows: { isPinned: false } },
  pinSite: { query: { action: 'pin', siteWide: true }, shows: { isPinnedSite: true } },
  unpinSite: { query: { action: 'unpin', siteWide: true }, shows: { isPinnedSite: false } },
} as const satisfies Record<string, PostAction>

export type PostActionName = keyof typeof postActions

/** Unlocks, marks, pins or unpins, with an optimistic update where it is not rare. */
export function usePostAction(post: Post) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { publicId } = post
  return useMutation({
    mutationFn: (name: PostActionName) =>
      api.call('updatePost', {
        params: { publicId },
        query: { ...postActions[name].query, render: 'page' },
        body: {},
      }),
    onMutate: (name) => {
      const { locked, isPinned, isPinnedSite } = post
      changePost(queryClient, publicId, (old) => ({ ...old, ...postActions[name].shows }))
      return { locked, isPinned, isPinnedSite }
    },
    onError: (_error, _action, before) => changePost(queryClient, publicId, (old) => ({ ...old, ...before })),
    onSuccess: (fresh, name) => {
      updateCachedPost(queryClient, fresh)
      // Pinned posts move to the top of their feeds.
      if ('isPinned' in postActions[name].shows || 'isPinnedSite' in postActions[name].shows)
        invalidateFeeds(queryClient)
    },
  })
}

/** Sends every member a notification of the post. */
export const useAnnouncePost = ({ publicId }: Pick<Post, 'publicId'>) =>
  useApiMutation((api) =>
    api.call('updatePost', {
      params: { publicId },
      query: { action: 'announce', render: 'page' },
      body: {},
    }),
  )

/** Changes the role in which the author of a post speaks. */
export const useSpeakAs = ({ publicId }: Pick<Post, 'publicId'>) =>
  useApiMutation(
    (api, group: UserGroup) =>
      api.call('updatePost', {
        params: { publicId },
        query: { action: 'changeAsUser', userGroup: group, render: 'page' },
        body: {},
      }),
    { onSuccess: (queryClient, fresh) => updateCachedPost(queryClient, fresh) },
  )

/** Deletes a post, or only the content of one that is deleted already. It leaves the feeds, and its page stays. */
export const useDeletePost = ({ publicId }: Pick<Post, 'publicId'>) =>
  useApiMutation(
    (api, { as, withContent, reason }: { as: UserGroup; withContent: boolean; reason: string }) =>
      api.call('deletePost', {
        params: { publicId },
        query: {
          deleteAs: as,
          deleteContent: withContent,
          ...(as !== 'normal' && reason && { reason }),
          render: 'page',
        },
        body: {},
      }),
    {
      onSuccess: (queryClient, fresh) => {
        updateCachedPost(queryClient, fresh)
        removeFromFeeds(queryClient, publicId)
      },
    },
  )

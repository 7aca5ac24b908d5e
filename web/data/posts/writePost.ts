import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import { apiOf, useApi } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { useOrHeld } from '../users/orHeld.ts'
import { invalidateFeeds, updateCachedPost } from './cachedPosts.ts'

/** A post with the Markdown of its body, for its author to edit. */
export const postSourceQuery = (publicId: string) =>
  queryOptions({
    queryKey: ['post source', publicId],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'getPost',
        { params: { publicId }, query: { fetchCommunity: true, commentsLimit: 1 } },
        { signal },
      ),
  })

/**
 * Creates a post, and invalidates the feeds. The result is null if it waits for review.
 *
 * @param onCreated is called even when the page that sent it has been left.
 */
export function useCreatePost(onCreated: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const orHeld = useOrHeld()
  return useMutation({
    meta: { invitesAnswers: true },
    mutationFn: (post: InputOf<'createPost'>['body']) =>
      orHeld(api.call('createPost', { query: { render: 'page' }, body: post })),
    onSuccess: () => {
      invalidateFeeds(queryClient)
      onCreated()
    },
  })
}

/**
 * Replaces title and body of a post. The result is null if that waits for review.
 *
 * @param onEdited is called even when the page that sent it has been left.
 */
export function useEditPost(publicId: string, onEdited: () => void) {
  const orHeld = useOrHeld()
  return useApiMutation(
    (api, edit: InputOf<'updatePost'>['body']) =>
      orHeld(api.call('updatePost', { params: { publicId }, query: { render: 'page' }, body: edit })),
    {
      onSuccess: (queryClient, fresh) => {
        if (fresh) updateCachedPost(queryClient, fresh)
        queryClient.removeQueries(postSourceQuery(publicId))
        invalidateFeeds(queryClient)
        onEdited()
      },
    },
  )
}

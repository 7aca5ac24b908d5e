import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import type { Community } from '../../../contract/entities/community.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { useApi } from '../api.ts'
import { putCommunity } from '../communities/communityTools.ts'
import { changePost } from './cachedPosts.ts'

export type CommentLimitChange = InputOf<'limitComments'>['body']

/** Slow mode of a post, and who may comment on it. */
export function useLimitComments({ publicId }: Pick<Post, 'publicId'>) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CommentLimitChange) => api.call('limitComments', { params: { publicId }, body }),
    onSuccess: (commentLimits) => changePost(queryClient, publicId, (old) => ({ ...old, commentLimits })),
  })
}

/** The same for every post of a community. */
export function useLimitCommentsInCommunity({ id, name }: Pick<Community, 'id' | 'name'>) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CommentLimitChange) =>
      api.call('limitCommentsInCommunity', { params: { communityId: id }, body }),
    onSuccess: (commentLimits) => putCommunity(queryClient, name, { commentLimits }),
  })
}

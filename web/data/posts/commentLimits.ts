import type { InputOf } from '../../../contract/endpoints/index.ts'
import type { Community } from '../../../contract/entities/community.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { putCommunity } from '../communities/communityTools.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { changePost } from './cachedPosts.ts'

export type CommentLimitChange = InputOf<'limitComments'>['body']

/** Slow mode of a post, and who may comment on it. */
export const useLimitComments = ({ publicId }: Pick<Post, 'publicId'>) =>
  useApiMutation(
    (api, body: CommentLimitChange) => api.call('limitComments', { params: { publicId }, body }),
    {
      onSuccess: (queryClient, commentLimits) =>
        changePost(queryClient, publicId, (old) => ({ ...old, commentLimits })),
    },
  )

/** The same for every post of a community. */
export const useLimitCommentsInCommunity = ({ id, name }: Pick<Community, 'id' | 'name'>) =>
  useApiMutation(
    (api, body: CommentLimitChange) =>
      api.call('limitCommentsInCommunity', { params: { communityId: id }, body }),
    { onSuccess: (queryClient, commentLimits) => putCommunity(queryClient, name, { commentLimits }) },
  )

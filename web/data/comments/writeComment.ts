import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { SpeakerGroup } from '../../../contract/words.ts'
import { initialQuery } from '../account/initial.ts'
import { useApi } from '../api.ts'
import { refusalOf } from '../failure.ts'
import { changePost } from '../posts/cachedPosts.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { changeThreads, updateCachedComment } from './cachedComments.ts'
import { withWritten } from './threadPages.ts'

/** Delay before a comment that the rate limit refused is retried. */
const commentRetryMs = 2000

/**
 * Writes a comment on a post, or a reply to one; it appears once the server has it. When the rate limit
 * refuses it, it is retried once. A refusal because of a ban is remembered, and hides the forms.
 */
export function useWriteComment(post: { publicId: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { publicId } = post
  return useMutation({
    meta: { invitesAnswers: true },
    mutationFn: ({ parentId, speaksAs, ...text }: WrittenComment) =>
      api.call('createComment', {
        params: { publicId },
        query: { userGroup: speaksAs, render: 'page' },
        body: { parentCommentId: parentId, ...text },
      }),
    retry: (failures, error) => {
      const refusal = refusalOf(error)
      // Slow mode, which has a code, lasts longer.
      return failures === 0 && refusal?.status === 429 && refusal.code === ''
    },
    retryDelay: commentRetryMs,
    onSuccess: (comment) => {
      changeThreads(queryClient, publicId, (thread) => withWritten(thread, comment))
      changePost(queryClient, publicId, (old) => ({ ...old, noComments: old.noComments + 1 }))
    },
    onError: (error) => {
      if (refusalOf(error)?.code !== 'banned_from_community') return
      // Fetches kind, reason and end of the ban.
      queryClient.invalidateQueries({ queryKey: initialQuery.queryKey })
    },
  })
}

type WrittenText = Pick<InputOf<'createComment'>['body'], 'body' | 'attachments' | 'isMadeWithAi'>

interface WrittenComment extends WrittenText {
  readonly parentId: string | null
  readonly speaksAs: SpeakerGroup
}

export const useEditComment = ({ id, postPublicId }: Comment) =>
  useApiMutation(
    (api, text: WrittenText) =>
      api.call('updateComment', {
        params: { publicId: postPublicId, commentId: id },
        query: { render: 'page' },
        body: text,
      }),
    { onSuccess: updateCachedComment },
  )

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Comment } from '../../contract/entities/comment.ts'
import { useApi } from './api.ts'
import { refusalOf } from './failure.ts'
import { initialQuery } from './initial.ts'
import { changePost } from './post.ts'
import { changeThreads } from './thread.ts'
import { withChanged, withWritten } from './threadChanges.ts'
import { pressArrow, voteStateOf } from './voteState.ts'

/** The votes on a comment, and what to do when an arrow is pressed; as `useVotePost` does it for posts. */
export function useVoteComment(comment: Comment, onFailure: (error: unknown) => void) {
  const api = useApi()
  const putComment = usePutComment()
  const vote = useMutation({
    mutationFn: (up: boolean) =>
      api.call('voteComment', { query: { render: 'page' }, body: { commentId: comment.id, up } }),
    onSuccess: putComment,
    onError: onFailure,
  })
  const votes = voteStateOf(comment)
  return {
    votes: vote.isPending ? pressArrow(votes, vote.variables) : votes,
    press: (up: boolean) => {
      if (!vote.isPending) vote.mutate(up)
    },
  }
}

/**
 * Writes a comment on a post, or a reply to one; it appears once the server has it. A refusal because of a ban is
 * remembered, so that no more is offered to be written.
 */
export function useWriteComment(post: { publicId: string; communityId: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { publicId, communityId } = post
  return useMutation({
    mutationFn: ({ parentId, body }: { parentId: string | null; body: string }) =>
      api.call('createComment', {
        params: { publicId },
        query: { render: 'page' },
        body: { parentCommentId: parentId, body },
      }),
    onSuccess: (comment) => {
      changeThreads(queryClient, publicId, (thread) => withWritten(thread, comment))
      changePost(queryClient, publicId, (old) => ({ ...old, noComments: old.noComments + 1 }))
    },
    onError: (error) => {
      if (refusalOf(error)?.code !== 'banned_from_community') return
      queryClient.setQueryData(
        initialQuery.queryKey,
        (initial) => initial && { ...initial, bannedFrom: [...(initial.bannedFrom ?? []), communityId] },
      )
    },
  })
}

/** The Markdown of a comment, for its author to edit; the page itself has only the HTML. */
export function useCommentSource() {
  const api = useApi()
  return useMutation({
    mutationFn: async (commentId: string) => {
      const { body } = await api.call('getComment', { params: { commentId } })
      return body
    },
  })
}

export function useEditComment({ id, postPublicId }: Comment) {
  const api = useApi()
  const putComment = usePutComment()
  return useMutation({
    mutationFn: (body: string) =>
      api.call('updateComment', {
        params: { publicId: postPublicId, commentId: id },
        query: { render: 'page' },
        body: { body },
      }),
    onSuccess: putComment,
  })
}

export function useDeleteComment({ id, postPublicId }: Comment) {
  const api = useApi()
  const putComment = usePutComment()
  return useMutation({
    mutationFn: () =>
      api.call('deleteComment', {
        params: { publicId: postPublicId, commentId: id },
        query: { deleteAs: 'normal', render: 'page' },
      }),
    onSuccess: putComment,
  })
}

/** HTML of a source, as the server would render it. */
export function usePreview(): (source: string) => Promise<string> {
  const api = useApi()
  return async (source) => (await api.call('previewMarkdown', { body: { body: source } })).html
}

function usePutComment(): (fresh: Comment) => void {
  const queryClient = useQueryClient()
  return (fresh) => changeThreads(queryClient, fresh.postPublicId, (thread) => withChanged(thread, fresh))
}

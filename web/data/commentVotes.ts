import { useMutation } from '@tanstack/react-query'
import type { Comment } from '../../contract/entities/comment.ts'
import { useApi } from './api.ts'
import { usePutComment } from './thread.ts'
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

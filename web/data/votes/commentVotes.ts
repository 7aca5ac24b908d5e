import { useMutation } from '@tanstack/react-query'
import type { Comment } from '../../../contract/entities/comment.ts'
import { useApi } from '../api.ts'
import { useUpdateCachedComment } from '../comments/thread.ts'
import { pressArrow, voteStateOf, wantedVote } from './voteState.ts'

/** The votes on a comment and the handler of its arrows; works like `useVotePost`. */
export function useVoteComment(comment: Comment, onFailure: (error: unknown) => void) {
  const api = useApi()
  const putComment = useUpdateCachedComment()
  const vote = useMutation({
    mutationFn: (up: boolean) =>
      api.call(
        'voteComment',
        {
          query: { render: 'page' },
          body: { commentId: comment.id, ...wantedVote(voteStateOf(comment), up) },
        },
        { isRepeatable: true },
      ),
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

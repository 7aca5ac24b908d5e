import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Comment } from '../../../contract/entities/comment.ts'
import { useApi } from '../api.ts'
import { pressArrow, requestedVote, voteStateOf } from './voteState.ts'

/** The votes on a comment and the handler of its arrows; works like `useVotePost`. */
export function useVoteComment(comment: Comment, onFailure: (error: unknown) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const vote = useMutation({
    mutationFn: (up: boolean) =>
      api.call(
        'voteComment',
        {
          query: { render: 'page' },
          body: { commentId: comment.id, ...requestedVote(voteStateOf(comment), up) },
        },
        { isRepeatable: true },
      ),
    onSuccess: async (fresh) => {
      const { updateCachedComment } = await import('../comments/cachedComments.ts')
      updateCachedComment(queryClient, fresh)
    },
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

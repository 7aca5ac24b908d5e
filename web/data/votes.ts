import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Post } from '../../contract/entities/post.ts'
import { useApi } from './api.ts'
import { putPost } from './post.ts'
import { pressArrow, voteStateOf } from './voteState.ts'

/**
 * The votes on a post as they are to be shown, and what to do when an arrow is pressed. A press shows at once; the
 * post that the server returns then takes the place of the old one everywhere, and a failure brings back the old
 * counts by itself. While one press is on its way others are ignored.
 */
export function useVotePost(post: Post, onFailure: (error: unknown) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const vote = useMutation({
    mutationFn: (up: boolean) =>
      api.call('votePost', { query: { render: 'page' }, body: { postId: post.id, up } }),
    onSuccess: (fresh) => putPost(queryClient, fresh),
    onError: onFailure,
  })
  const votes = voteStateOf(post)
  return {
    votes: vote.isPending ? pressArrow(votes, vote.variables) : votes,
    press: (up: boolean) => {
      if (!vote.isPending) vote.mutate(up)
    },
  }
}

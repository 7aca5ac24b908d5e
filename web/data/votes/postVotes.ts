import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities/post.ts'
import { useApi } from '../api.ts'
import { pressArrow, requestedVote, voteStateOf } from './voteState.ts'

/**
 * The votes on a post with an optimistic update, and the handler of its arrows. The answer of the server
 * replaces the post everywhere; a failure restores the old counts. While one request is in flight, further
 * presses are ignored.
 */
export function useVotePost(post: Post, onFailure: (error: unknown) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const vote = useMutation({
    mutationFn: (up: boolean) =>
      api.call(
        'votePost',
        { query: { render: 'page' }, body: { postId: post.id, ...requestedVote(voteStateOf(post), up) } },
        { isRepeatable: true },
      ),
    onSuccess: async (fresh) => {
      const { updateCachedPost } = await import('../posts/cachedPosts.ts')
      updateCachedPost(queryClient, fresh)
    },
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

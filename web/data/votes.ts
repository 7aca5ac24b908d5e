import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '../../contract/endpoints/index.ts'
import type { Post } from '../../contract/entities/post.ts'
import { useApi } from './api.ts'
import { postQuery } from './post.ts'
import { pressArrow, voteStateOf } from './voteState.ts'

type Feed = InfiniteData<OutputOf<'listPosts'>, string | null>

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

/** Puts what changed about a post into every place of the cache that has it. */
export function putPost(queryClient: QueryClient, fresh: Post): void {
  queryClient.setQueryData(postQuery(fresh.publicId).queryKey, (old) => old && merge(old, fresh))
  queryClient.setQueriesData<Feed>({ queryKey: ['feed'] }, (feed) => {
    const isThere = feed?.pages.some(({ posts }) => posts.some(({ id }) => id === fresh.id))
    if (!feed || !isThere) return feed
    const pages = feed.pages.map((page) => ({
      ...page,
      posts: page.posts.map((old) => (old.id === fresh.id ? merge(old, fresh) : old)),
    }))
    return { ...feed, pages }
  })
}

/** Texts and comments come in different forms in feeds and on the post's page, so each place keeps its own. */
function merge(old: Post, fresh: Post): Post {
  const { body, bodyHtml, excerpt, comments, commentsNext, community } = old
  return {
    ...fresh,
    body,
    comments,
    commentsNext,
    ...(bodyHtml !== undefined && { bodyHtml }),
    ...(excerpt !== undefined && { excerpt }),
    ...(community !== undefined && { community }),
  }
}

import { type InfiniteData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { FeedPage, Post } from '../../../contract/entities/post.ts'
import { limits } from '../../../contract/limits.ts'
import type { CommentSort } from '../../../contract/words.ts'
import { apiOf } from '../api.ts'
import { threadQuery } from '../comments/thread.ts'
import { invalidateModeration } from '../moderation/invalidateModeration.ts'
import { changePostInContents, findPostInContents } from './contents.ts'
import type { ShownPost } from './shownPost.ts'

/**
 * One post with its community. Its first comments come in the same answer and are put into the cache of the
 * thread.
 *
 * @param sort the order of these comments, when the post has to be fetched.
 * @param keepsThread whether they do not replace comments that are in the cache: going back leads to them.
 */
export const postQuery = (publicId: string, sort: CommentSort = 'best', keepsThread = false) =>
  queryOptions({
    queryKey: ['post', publicId],
    queryFn: async ({ client, signal }) => {
      const { comments, commentsNext, ...post } = await apiOf(client).call(
        'getPost',
        {
          params: { publicId },
          query: {
            fetchCommunity: true,
            commentsLimit: limits.commentsPerRenderedPage,
            commentsSort: sort,
            render: 'page',
          },
        },
        { signal },
      )
      client.setQueryData(threadQuery({ publicId, sort, from: null, focus: null }).queryKey, (old) =>
        keepsThread && old ? old : { comments: comments ?? [], next: commentsNext, written: [], focus: null },
      )
      // The server does not know `hidden`, which must survive a refetch.
      const { hidden = false } = findKnownPost(client, publicId) ?? {}
      return { ...post, comments: null, commentsNext: null, hidden } satisfies ShownPost as ShownPost
    },
  })

type Feed = InfiniteData<FeedPage, string | null>

/** Changes a post in every cached query that contains it. */
export function changePost(
  queryClient: QueryClient,
  publicId: string,
  change: (old: ShownPost) => ShownPost,
): void {
  queryClient.setQueryData(postQuery(publicId).queryKey, (old) => old && change(old))
  changeFeeds(queryClient, publicId, (posts) =>
    posts.map((old) => (old.publicId === publicId ? change(old) : old)),
  )
  changePostInContents(queryClient, publicId, change)
}

/** Removes a post from every cached feed. */
export const removeFromFeeds = (queryClient: QueryClient, publicId: string): void =>
  changeFeeds(queryClient, publicId, (posts) => posts.filter((old) => old.publicId !== publicId))

/** Changes the pages of feeds that have the post; the others stay the same objects. */
function changeFeeds(
  queryClient: QueryClient,
  publicId: string,
  change: (posts: readonly ShownPost[]) => ShownPost[],
): void {
  const isThere = ({ posts }: { posts: readonly Post[] }) => posts.some((post) => post.publicId === publicId)
  queryClient.setQueriesData<Feed>({ queryKey: ['feed'] }, (feed) => {
    if (!feed?.pages.some(isThere)) return feed
    const pages = feed.pages.map((page) => (isThere(page) ? { ...page, posts: change(page.posts) } : page))
    return { ...feed, pages }
  })
}

/** The post from any cached query that contains it. */
function findKnownPost(queryClient: QueryClient, publicId: string): ShownPost | undefined {
  const onItsPage = queryClient.getQueryData(postQuery(publicId).queryKey)
  if (onItsPage) return onItsPage
  for (const [, feed] of queryClient.getQueriesData<Feed>({ queryKey: ['feed'] }))
    for (const { posts } of feed?.pages ?? [])
      for (const post of posts) if (post.publicId === publicId) return post
  return findPostInContents(queryClient, publicId)
}

/** Updates a post in every cached query that contains it. */
export const updateCachedPost = (queryClient: QueryClient, fresh: Post): void => {
  changePost(queryClient, fresh.publicId, (old) => merge(old, fresh))
  invalidateModeration(queryClient)
}

/**
 * Feeds have an excerpt and the post's page has the whole body, so each keeps its own. New comments stay marked until
 * the next visit.
 */
function merge(old: ShownPost, fresh: Post): ShownPost {
  const { bodyHtml: freshHtml, ...rest } = fresh
  const { bodyHtml, excerpt, community, lastVisitAt, newComments, hidden } = old
  return {
    ...rest,
    body: old.body,
    lastVisitAt,
    newComments,
    ...(hidden !== undefined && { hidden }),
    ...(bodyHtml !== undefined && { bodyHtml: freshHtml === undefined ? bodyHtml : freshHtml }),
    ...(excerpt !== undefined && { excerpt }),
    ...(community !== undefined && { community }),
  }
}

/** Invalidates all feeds; the next visit of one fetches it again. */
export function useInvalidateFeeds(): () => void {
  const queryClient = useQueryClient()
  return () => {
    queryClient.invalidateQueries({ queryKey: ['feed'], refetchType: 'none' })
    queryClient.invalidateQueries({ queryKey: ['contents'], refetchType: 'none' })
  }
}

import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { FeedPage, Post } from '../../../contract/entities/post.ts'
import { invalidateModeration } from '../moderation/invalidateModeration.ts'
import { changePostInContents } from './contents.ts'
import { postQuery } from './post.ts'
import type { ShownPost } from './shownPost.ts'

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
  const { bodyHtml, excerpt, community, lastVisitAt, newComments, isSaved, hidden } = old
  return {
    ...rest,
    body: old.body,
    lastVisitAt,
    newComments,
    ...(isSaved && { isSaved }),
    ...(hidden !== undefined && { hidden }),
    ...(bodyHtml !== undefined && { bodyHtml: freshHtml === undefined ? bodyHtml : freshHtml }),
    ...(excerpt !== undefined && { excerpt }),
    ...(community !== undefined && { community }),
  }
}

/** Invalidates all feeds; the next visit of one fetches it again. */
export function invalidateFeeds(queryClient: QueryClient): void {
  queryClient.invalidateQueries({ queryKey: ['feed'], refetchType: 'none' })
  queryClient.invalidateQueries({ queryKey: ['contents'], refetchType: 'none' })
}

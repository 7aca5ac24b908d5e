import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { FeedPage } from '../../../contract/entities/post.ts'
import { findPostInContents } from './contents.ts'
import type { ShownPost } from './shownPost.ts'

/** The post from any cached query that contains it. */
export function findKnownPost(queryClient: QueryClient, publicId: string): ShownPost | undefined {
  const onItsPage = queryClient.getQueryData<ShownPost>(['post', publicId])
  if (onItsPage) return onItsPage
  for (const [, feed] of queryClient.getQueriesData<InfiniteData<FeedPage>>({ queryKey: ['feed'] }))
    for (const { posts } of feed?.pages ?? [])
      for (const post of posts) if (post.publicId === publicId) return post
  return findPostInContents(queryClient, publicId)
}

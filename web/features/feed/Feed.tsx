import { hashKey, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type FeedParams, feedQuery } from '../../data/posts/feed.ts'
import { FeedPages } from './FeedPages.tsx'
import { feedItemKey } from './feedMemory.ts'
import { PostCard } from './PostCard.tsx'

/** A feed of posts. */
export function Feed({ feedParams, empty }: { feedParams: FeedParams; empty: ReactNode }) {
  const query = feedQuery(feedParams)
  return (
    <FeedPages
      name={hashKey(query.queryKey)}
      feed={useInfiniteQuery(query)}
      itemsOf={({ posts }) => posts}
      keyOf={({ id }) => feedItemKey('post', id)}
      show={(post, isFirst) => <PostCard post={post} isFirst={isFirst} />}
      empty={empty}
    />
  )
}

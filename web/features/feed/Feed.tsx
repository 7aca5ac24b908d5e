import { hashKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { type FeedParams, feedQuery } from '../../data/posts/feed.ts'
import { useNavigator } from '../../router/navigator.ts'
import { FeedPages } from './FeedPages.tsx'
import { feedItemKey } from './feedMemory.ts'
import { PostCard } from './PostCard.tsx'

/** A feed of posts. */
export function Feed({ feedParams, empty }: { feedParams: FeedParams; empty: ReactNode }) {
  const query = feedQuery(feedParams)
  const queryClient = useQueryClient()
  const { navigate } = useNavigator()
  useEffect(() => {
    // The inline script of the document has detected that this page was left deep in a feed.
    if (document.documentElement.dataset.returning === undefined) return
    import('./feedPlace.ts').then(
      ({ returnToFeedPlace }) => returnToFeedPlace(queryClient, feedParams, navigate),
      // Without it, the page begins at its top.
      () => {},
    )
  }, [queryClient, feedParams, navigate])
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

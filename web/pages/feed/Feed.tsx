import { hashKey, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { limits } from '../../../contract/limits.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { PostCardSkeleton } from '../../components/Skeleton.tsx'
import { type FeedAddress, feedQuery } from '../../data/feed.ts'
import { useShown } from '../../navigation.ts'
import styles from './Feed.module.css'
import { FeedItem } from './FeedItem.tsx'
import { feedItemKey, memoryOfFeed } from './feedMemory.ts'
import { PostCard } from './PostCard.tsx'
import { useDelayed } from './useDelayed.ts'

/** The posts of a feed, one page after the other as the reader comes near the end. */
export function Feed({ address, empty }: { address: FeedAddress; empty: ReactNode }) {
  const query = feedQuery(address)
  const feed = useInfiniteQuery(query)
  const isLoading = useDelayed(feed.isFetching, limits.loadingStateDelayMs)
  const nextAddress = useNextAddress(feed.hasNextPage ? feed.data?.pages.at(-1)?.next : null)
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = feed

  useEffect(() => {
    const element = end.current
    if (!element || !hasNextPage || isFetching || isFetchNextPageError) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) fetchNextPage()
      },
      { rootMargin: `0px 0px ${loadMoreMarginPx()}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])

  if (!feed.data) {
    // The page has already waited before it came without the feed.
    return isFetching ? <Skeletons /> : <ErrorState onRetry={() => feed.refetch()} />
  }
  const posts = withoutRepeats(feed.data.pages.flatMap((page) => page.posts))
  if (posts.length === 0) return empty
  const memory = memoryOfFeed(hashKey(query.queryKey))
  return (
    <div className={styles.feed} aria-busy={isFetching}>
      {posts.map((post, position) => (
        <FeedItem key={post.id} itemKey={feedItemKey('post', post.id)} position={position} memory={memory}>
          <PostCard post={post} />
        </FeedItem>
      ))}
      <div ref={end}>
        {isFetchNextPageError ? (
          <ErrorState onRetry={() => fetchNextPage()} />
        ) : isLoading && feed.isFetchingNextPage ? (
          <Skeletons />
        ) : hasNextPage && nextAddress ? (
          <LoadMore label="Next page" href={nextAddress} onLoad={fetchNextPage} />
        ) : (
          <p className={styles.end}>That's all, there is no more.</p>
        )}
      </div>
    </div>
  )
}

function Skeletons() {
  return (
    <div className={styles.feed} aria-busy="true">
      {[...Array(limits.feedSkeletons).keys()].map((number) => (
        <PostCardSkeleton key={number} />
      ))}
    </div>
  )
}

/** The next page is there before the reader reaches the end of this one. */
const loadMoreMarginPx = () =>
  Math.max(limits.feedLoadMoreMinPx, Math.round(innerHeight * limits.feedLoadMoreViewportShare))

/** Where readers without JavaScript find the next page. */
function useNextAddress(next: string | number | null | undefined): string | null {
  const { path, search } = useShown()
  if (next === null || next === undefined) return null
  const query = new URLSearchParams(search)
  query.set('next', String(next))
  return `${path}?${query}`
}

/** A post that rose while the reader was scrolling is on two pages; the place where it was first counts. */
function withoutRepeats<T extends { id: string }>(items: readonly T[]): T[] {
  const seen = new Set<string>()
  return items.filter(({ id }) => !seen.has(id) && seen.add(id))
}

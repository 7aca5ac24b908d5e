import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useFeedLayout, useInfiniteScrolling } from '../../device/preferences.ts'
import { loadingStateDelayMs } from '../../router/navigator.ts'
import { useShownPage } from '../../router/page.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { LoadMore } from '../../ui/buttons/LoadMore.tsx'
import { loadMoreMinPx, useLoadNearEnd } from '../../ui/buttons/useLoadNearEnd.ts'
import { classNames } from '../../ui/classNames.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { PostCardSkeleton } from '../../ui/feedback/Skeleton.tsx'
import styles from './Feed.module.css'
import { FeedItem } from './FeedItem.tsx'
import { type FeedItemKey, memoryOfFeed } from './feedMemory.ts'

const feedLoadMoreViewportShare = 0.35

const feedSkeletons = 7

interface FeedPagesProps<Page extends { readonly next: string | number | null }, Item> {
  /** Unique among all feeds. */
  name: string
  feed: UseInfiniteQueryResult<InfiniteData<Page, unknown>>
  itemsOf: (page: Page) => readonly Item[]
  keyOf: (item: Item) => FeedItemKey
  show: (item: Item, isFirst: boolean) => ReactNode
  /** Shown when the feed has no items. */
  empty: ReactNode
}

/** The items of a feed. The next page is loaded when the reader comes near the end, or on request if the device prefers that. */
export function FeedPages<Page extends { readonly next: string | number | null }, Item>(
  props: FeedPagesProps<Page, Item>,
) {
  const { name, feed, itemsOf, keyOf, show, empty } = props
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = feed
  const isLoading = useDelayed(isFetching, loadingStateDelayMs)
  const { from, startUrl, nextUrl } = useFeedUrls(feed.data?.pages.at(-1))
  const layout = useFeedLayout()
  const scrollsOn = useInfiniteScrolling()
  const end = useLoadNearEnd({
    canLoad: scrollsOn && hasNextPage && !isFetching && !isFetchNextPageError,
    load: fetchNextPage,
    marginPx: loadMoreMarginPx,
  })

  if (!feed.data) {
    // The navigation has waited for the feed before it showed this page.
    return isFetching ? <Skeletons /> : <ErrorState onRetry={() => feed.refetch()} />
  }
  const items = withoutRepeats(feed.data.pages.flatMap(itemsOf), keyOf)
  const beginning = from && (
    <p className={styles.beginning}>
      <Button href={startUrl}>{t('Back to the start')}</Button>
    </p>
  )
  if (items.length === 0)
    return (
      <>
        {beginning}
        {empty}
      </>
    )
  const [firstPage] = feed.data.pages
  // Not the page size: pinned posts come in addition.
  const onFirstPage = firstPage ? itemsOf(firstPage).length : 0
  const memory = memoryOfFeed(`${layout} ${name}`)
  return (
    <>
      {beginning}
      <div className={styles.feed} aria-busy={isFetching} data-feed={from ?? ''}>
        {items.map((item, position) => {
          const key = keyOf(item)
          return (
            <FeedItem
              key={key}
              itemKey={key}
              position={position}
              isOnFirstPage={position < onFirstPage}
              memory={memory}
            >
              {show(item, position === 0)}
            </FeedItem>
          )
        })}
        <div
          // The next page is inserted here. Moving this element would shift what the reader sees.
          key={scrollsOn ? feed.data.pages.length : 'end'}
          ref={end}
          className={classNames(
            styles.rest,
            scrollsOn && hasNextPage && !isFetchNextPageError && styles.reserved,
          )}
        >
          {isFetchNextPageError ? (
            <ErrorState onRetry={() => fetchNextPage()} />
          ) : isLoading && feed.isFetchingNextPage ? (
            <Skeletons />
          ) : hasNextPage ? (
            <LoadMore
              label={scrollsOn ? t('Next page') : t('Load more')}
              href={nextUrl}
              onLoad={fetchNextPage}
            />
          ) : (
            <p className={styles.end}>{t("You've reached the end.")}</p>
          )}
        </div>
      </div>
    </>
  )
}

function Skeletons() {
  return (
    <div className={styles.feed} aria-busy="true">
      {[...Array(feedSkeletons).keys()].map((number) => (
        <PostCardSkeleton key={number} />
      ))}
    </div>
  )
}

/** Large enough that the next page is usually loaded before the reader reaches the end of this one. */
const loadMoreMarginPx = () => Math.max(loadMoreMinPx, Math.round(innerHeight * feedLoadMoreViewportShare))

/** The beginning of the feed on the screen, and URLs that begin elsewhere, also for readers without JavaScript. */
function useFeedUrls(last: { readonly next: string | number | null } | undefined) {
  const { path, search } = useShownPage()
  const from = new URLSearchParams(search).get('next')
  const urlFrom = (cursor: string | number | null): string => {
    const query = new URLSearchParams(search)
    if (cursor === null) query.delete('next')
    else query.set('next', String(cursor))
    return query.size > 0 ? `${path}?${query}` : path
  }
  return { from, startUrl: urlFrom(null), nextUrl: urlFrom(last?.next ?? null) }
}

/** An item that moved in the order between two requests is on two pages; only the first is kept. */
function withoutRepeats<T>(items: T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>()
  return items.filter((item) => !seen.has(keyOf(item)) && seen.add(keyOf(item)))
}

/** True once the condition has been true for `ms`, and false at once: short waits need no loading indicator. */
function useDelayed(condition: boolean, ms: number): boolean {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    if (!condition) return setIsDue(false)
    const timer = setTimeout(() => setIsDue(true), ms)
    return () => clearTimeout(timer)
  }, [condition, ms])
  return condition && isDue
}

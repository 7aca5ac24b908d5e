import { hashKey, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities/post.ts'
import { pageSizeMax } from '../../../contract/limitValues.ts'
import { apiOf } from '../../data/api.ts'
import { type FeedParams, feedQuery, pageOfFeed } from '../../data/posts/feed.ts'
import { feedPlaceKey } from '../../device/feedPlaceKey.ts'
import { rememberScroll } from '../../device/scrollMemory.ts'
import type { Navigator } from '../../router/navigator.ts'
import { type FeedItemKey, feedItemKey, memoryOfFeed } from './feedMemory.ts'

/** Beyond this depth, a reload begins at the page of the feed that was read. */
const maxRequests = 4

/** The position in a feed, to restore it after a reload of the document. */
interface FeedPlace {
  /** Identifies feed, layout and window width, which determine the heights. */
  readonly feed: string
  /** The pages after the first one: their cursors, and how many posts come before each. */
  readonly pages: readonly PageStart[]
  /** How many posts to load: up to the one that was read, and some after it. */
  readonly count: number
  /** The first post in the window, how many come before it, and how far below the top of the window it began, in pixels. */
  readonly postId: string
  readonly at: number
  readonly top: number
  readonly heights: readonly (readonly [FeedItemKey, number])[]
  readonly inView: readonly FeedItemKey[]
}

interface PageStart {
  readonly cursor: string
  readonly before: number
}

type FeedData = InfiniteData<{ readonly posts: readonly Post[] }>

/** Remembers the scroll position of the feed on the screen, if it is beyond the first page. */
export function saveFeedPlace(queryClient: QueryClient, pageKey: string): void {
  try {
    const place = currentPlace(queryClient)
    sessionStorage.removeItem(feedPlaceKey)
    if (!place) return
    sessionStorage.setItem(feedPlaceKey, `${pageKey} ${JSON.stringify(place)}`)
    // Before the posts are loaded, the page would be scrolled to the end of the first page, which would load the next one.
    rememberScroll(pageKey, 0)
  } catch {
    // Storage is full or switched off: a reload then starts at the top.
  }
}

function currentPlace(queryClient: QueryClient): FeedPlace | null {
  const box = document.querySelector('[data-feed]')
  const query = queryClient
    .getQueryCache()
    .find<FeedData>({ queryKey: ['feed'], exact: false, type: 'active' })
  const data = query?.state.data
  if (!box || !query || !data) return null
  const places = [...box.children]
  const shownAt = places.findIndex((place) => place.getBoundingClientRect().bottom > 0)
  const post = postsOf(data)[shownAt]
  const element = places[shownAt]
  const pages = startsOf(data)
  const [firstAfter] = pages
  if (!post || !element || !firstAfter || shownAt < firstAfter.before) return null
  const memory = memoryOfFeed(memoryName(query.queryHash))
  return {
    feed: feedName(query.queryHash),
    pages,
    count: pages.find(({ before }) => before > shownAt + pageSizeMax / 2)?.before ?? loadedPosts(data),
    postId: post.id,
    at: shownAt,
    top: element.getBoundingClientRect().top,
    heights: [...memory.heights],
    inView: [...memory.inView],
  }
}

/** Loads the posts up to the remembered position, and scrolls to it. */
export async function returnToFeedPlace(
  queryClient: QueryClient,
  feedParams: FeedParams,
  navigate: Navigator['navigate'],
): Promise<void> {
  const place = takePlace()
  if (!place) return
  const known = feedQuery(feedParams).queryKey
  const first = queryClient.getQueryData(known)
  try {
    if (!first || place.feed !== feedName(hashKey(known))) return
    const from = farStart(place.pages, place.at)
    const cursors = from === null ? requestsFor(place.pages, place.count) : [from]
    const pages = await Promise.all(
      cursors.map((cursor) =>
        apiOf(queryClient).call('listPosts', {
          query: { ...pageOfFeed(feedParams, cursor), limit: pageSizeMax },
        }),
      ),
    )
    const data =
      from === null
        ? {
            pages: [...first.pages.slice(0, 1), ...pages],
            pageParams: [...first.pageParams.slice(0, 1), ...cursors],
          }
        : { pages, pageParams: cursors }
    const posts = postsOf(data)
    const found = posts.findIndex(({ id }) => id === place.postId)
    const shownAt = found === -1 && from === null ? posts.length - 1 : Math.max(found, 0)
    const { queryKey } = feedQuery({ ...feedParams, from: from ?? feedParams.from })
    const memory = memoryOfFeed(memoryName(hashKey(queryKey)))
    for (const [key, height] of place.heights) memory.heights.set(key, height)
    for (const key of place.inView) memory.inView.add(key)
    memory.inView.add(feedItemKey('post', posts[shownAt]?.id ?? ''))
    await queryClient.cancelQueries({ queryKey })
    const rendered = untilRendered(from ?? feedParams.from, shownAt)
    queryClient.setQueryData(queryKey, data)
    if (from !== null) navigate(pathFrom(from), { replace: true, resume: true })
    const element = await rendered
    scrollTo(0, scrollY + element.getBoundingClientRect().top - place.top)
  } catch {
    // A request failed: the page begins at its top.
  } finally {
    delete document.documentElement.dataset.returning
  }
}

/** The URL of the page on the screen, with the feed from a cursor on. */
function pathFrom(cursor: string): string {
  const url = new URL(location.href)
  url.searchParams.set('next', cursor)
  return url.pathname + url.search
}

function takePlace(): FeedPlace | null {
  const stored = sessionStorage.getItem(feedPlaceKey)
  sessionStorage.removeItem(feedPlaceKey)
  return stored && JSON.parse(stored.slice(stored.indexOf(' ') + 1))
}

/** The cursors for requests of maximum size that, with the first page, cover `count` posts. */
export function requestsFor(pages: readonly PageStart[], count: number): string[] {
  const cursors: string[] = []
  let start = pages[0]
  while (start && cursors.length < maxRequests) {
    cursors.push(start.cursor)
    const covered: number = start.before + pageSizeMax
    if (covered >= count) break
    const after: PageStart = start
    start = pages.findLast(({ before }) => before <= covered && before > after.before)
  }
  return cursors
}

/** The cursor of the page with a post, if the requests from the beginning would not reach this post; null if they do. */
export function farStart(pages: readonly PageStart[], at: number): string | null {
  const last = requestsFor(pages, at + 1).at(-1)
  const covered = (pages.find(({ cursor }) => cursor === last)?.before ?? 0) + pageSizeMax
  return at < covered ? null : (pages.findLast(({ before }) => before <= at)?.cursor ?? null)
}

/** Resolves with the item at this position once the feed from this cursor on contains it, before it is painted. */
const untilRendered = (from: string | null, position: number): Promise<Element> =>
  new Promise((resolve) => {
    const check = () => {
      const box = document.querySelector(`[data-feed="${CSS.escape(from ?? '')}"]`)
      const element = box?.children[position]
      // The last child is not an item.
      if (!box || !element || position + 1 >= box.children.length) return
      observer.disconnect()
      resolve(element)
    }
    const observer = new MutationObserver(check)
    observer.observe(document.body, { childList: true, subtree: true })
    check()
  })

const loadedPosts = ({ pages }: FeedData): number => pages.reduce((sum, { posts }) => sum + posts.length, 0)

function startsOf({ pages, pageParams }: FeedData): PageStart[] {
  let before = 0
  return pages.flatMap(({ posts }, index) => {
    const cursor = pageParams[index]
    const start = index > 0 && typeof cursor === 'string' ? [{ cursor, before }] : []
    before += posts.length
    return start
  })
}

/** In the order of the screen, where each post is shown once. */
function postsOf({ pages }: FeedData): Post[] {
  return [...new Map(pages.flatMap(({ posts }) => posts).map((post) => [post.id, post])).values()]
}

const layout = () => document.documentElement.dataset.feedLayout ?? 'card'
const memoryName = (queryHash: string) => `${layout()} ${queryHash}`
const feedName = (queryHash: string) => `${layout()} ${innerWidth} ${queryHash}`

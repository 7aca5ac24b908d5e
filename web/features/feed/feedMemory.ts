/** Feeds of a member also contain comments. */
export type FeedItemType = 'post' | 'comment'

/** Unique among the items of a feed: a post and a comment may have the same id. */
export type FeedItemKey = `${FeedItemType}:${string}`

export const feedItemKey = (type: FeedItemType, id: string): FeedItemKey => `${type}:${id}`

/** State of a feed besides its posts, to restore the scroll position. */
export interface FeedMemory {
  /** Measured heights in pixels, by item. */
  readonly heights: Map<FeedItemKey, number>
  /** Items near the viewport. */
  readonly inView: Set<FeedItemKey>
}

const memories = new Map<string, FeedMemory>()

/** @param key names the feed and its layout, because cards and compact rows have different heights. */
export function memoryOfFeed(key: string): FeedMemory {
  const known = memories.get(key)
  if (known) return known
  const memory: FeedMemory = { heights: new Map(), inView: new Set() }
  // Not on the server: nothing is measured there, and the map would grow with every request.
  if (typeof window !== 'undefined') memories.set(key, memory)
  return memory
}

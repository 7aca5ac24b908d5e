/** Feeds hold posts, those of a member comments as well. */
export type FeedItemType = 'post' | 'comment'

/** Tells items apart: a post and a comment may have the same id. */
export type FeedItemKey = `${FeedItemType}:${string}`

export const feedItemKey = (type: FeedItemType, id: string): FeedItemKey => `${type}:${id}`

/** What the window knows of a feed beyond its posts, so that coming back shows it as it was left. */
export interface FeedMemory {
  /** Measured heights in pixels, by item. */
  readonly heights: Map<FeedItemKey, number>
  /** Items near the viewport. */
  readonly inView: Set<FeedItemKey>
}

const memories = new Map<string, FeedMemory>()

/** @param key names the feed and its looks: cards and compact rows differ in their heights. */
export function memoryOfFeed(key: string): FeedMemory {
  const known = memories.get(key)
  if (known) return known
  const memory: FeedMemory = { heights: new Map(), inView: new Set() }
  // On the server nothing is measured, and nothing may pile up.
  if (typeof window !== 'undefined') memories.set(key, memory)
  return memory
}

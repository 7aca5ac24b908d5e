/** What the window knows of a feed beyond its posts, so that coming back shows it as it was left. */
export interface FeedMemory {
  /** Measured heights in pixels, by item. */
  readonly heights: Map<string, number>
  /** Items near the viewport. */
  readonly inView: Set<string>
}

const memories = new Map<string, FeedMemory>()

/** @param key the hash of the feed's query key. */
export function memoryOfFeed(key: string): FeedMemory {
  const known = memories.get(key)
  if (known) return known
  const memory: FeedMemory = { heights: new Map(), inView: new Set() }
  // On the server nothing is measured, and nothing may pile up.
  if (typeof window !== 'undefined') memories.set(key, memory)
  return memory
}

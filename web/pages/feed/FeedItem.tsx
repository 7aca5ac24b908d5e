import { type ReactNode, useEffect, useRef, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import type { FeedItemKey, FeedMemory } from './feedMemory.ts'

interface FeedItem {
  itemKey: FeedItemKey
  /** From 0. */
  position: number
  /** It may have come with the document, in which there are no measured heights. */
  isOnFirstPage: boolean
  memory: FeedMemory
  children: ReactNode
}

/** About as high as most; only until the item has been measured. */
const guessedHeightPx = 160

/**
 * Keeps a long feed quick: an item is there only while it is near the viewport, otherwise an empty box of its height.
 * The first ones, and what came with the document, are always there.
 */
export function FeedItem({ itemKey, position, isOnFirstPage, memory, children }: FeedItem) {
  const box = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(() => isOnFirstPage || memory.inView.has(itemKey))
  const isAlwaysThere = position < limits.feedItemsRenderedFirst
  useEffect(() => {
    const element = box.current
    if (!element || isAlwaysThere) return
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy page hears of several changes at once; the last one holds.
        const entry = entries.at(-1)
        if (!entry) return
        if (entry.isIntersecting) memory.inView.add(itemKey)
        else {
          memory.inView.delete(itemKey)
          // With its fractions: a whole number for each of many items would move the page by pixels.
          if (element.firstElementChild) memory.heights.set(itemKey, element.getBoundingClientRect().height)
        }
        if (entry.isIntersecting || innerWidth < limits.feedKeepsItemsFromWidthPx)
          setIsNear(entry.isIntersecting)
      },
      { rootMargin: `${limits.feedRenderMarginPx}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [itemKey, memory, isAlwaysThere])
  if (isNear || isAlwaysThere) return <div ref={box}>{children}</div>
  return <div ref={box} style={{ height: memory.heights.get(itemKey) ?? guessedHeightPx }} />
}

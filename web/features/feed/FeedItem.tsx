import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FeedItemKey, FeedMemory } from './feedMemory.ts'

/** Wide screens keep what was rendered once. */
const feedKeepsItemsFromWidthPx = 1280

const feedRenderMarginPx = 200

const feedItemsRenderedFirst = 6

interface FeedItemProps {
  itemKey: FeedItemKey
  /** From 0. */
  position: number
  /** It may have come with the document, in which there are no measured heights. */
  isOnFirstPage: boolean
  memory: FeedMemory
  children: ReactNode
}

/**
 * Windowing for long feeds: an item is rendered only while it is near the viewport, otherwise an empty box of
 * its height. Until it has been measured it is rendered wherever it is, because a guess would move what follows when the
 * reader comes near. The first items are always rendered.
 */
export function FeedItem({ itemKey, position, isOnFirstPage, memory, children }: FeedItemProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(
    () => isOnFirstPage || memory.inView.has(itemKey) || !memory.heights.has(itemKey),
  )
  const isAlwaysThere = position < feedItemsRenderedFirst
  useEffect(() => {
    const element = box.current
    if (!element || isAlwaysThere) return
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy page gets several entries at once; the last one is current.
        const entry = entries.at(-1)
        if (!entry) return
        if (entry.isIntersecting) memory.inView.add(itemKey)
        else {
          memory.inView.delete(itemKey)
          // Not rounded: rounding many items would shift the page by pixels.
          if (element.firstElementChild) memory.heights.set(itemKey, element.getBoundingClientRect().height)
        }
        if (entry.isIntersecting || innerWidth < feedKeepsItemsFromWidthPx) setIsNear(entry.isIntersecting)
      },
      { rootMargin: `${feedRenderMarginPx}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [itemKey, memory, isAlwaysThere])
  if (isNear || isAlwaysThere) return <div ref={box}>{children}</div>
  return <div ref={box} style={{ height: memory.heights.get(itemKey) }} />
}

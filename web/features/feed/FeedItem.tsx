import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FeedItemKey, FeedMemory } from './feedMemory.ts'

/** On wider screens, items stay rendered once they were. */
const feedKeepsItemsFromWidthPx = 1280

const feedRenderMarginPx = 200

const feedItemsRenderedFirst = 6

interface FeedItemProps {
  itemKey: FeedItemKey
  /** From 0. */
  position: number
  /** Such items may come with the document, for which the server knows no measured heights. */
  isOnFirstPage: boolean
  memory: FeedMemory
  children: ReactNode
}

/**
 * Windowing for long feeds: an item is rendered while it is near the viewport, otherwise an empty box of its height. Items
 * without a measured height are rendered everywhere, because an estimate would shift the layout later. The first items are
 * always rendered.
 */
export function FeedItem({ itemKey, position, isOnFirstPage, memory, children }: FeedItemProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(
    () => isOnFirstPage || memory.inView.has(itemKey) || !memory.heights.has(itemKey),
  )
  const isAlwaysRendered = position < feedItemsRenderedFirst
  useEffect(() => {
    const element = box.current
    if (!element || isAlwaysRendered) return
    const observer = new IntersectionObserver(
      (entries) => {
        // There may be several entries if the main thread was busy; the last one is current.
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
  }, [itemKey, memory, isAlwaysRendered])
  if (isNear || isAlwaysRendered) return <div ref={box}>{children}</div>
  return <div ref={box} style={{ height: memory.heights.get(itemKey) }} />
}

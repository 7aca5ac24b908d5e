import { type RefObject, useLayoutEffect } from 'react'

/** Heights in pixels of the contents of threads that were on the screen, by the id of their first element. */
const heights = new Map<string, number>()

/**
 * Lets the browser leave out the threads of a long list that are far away, and still come back to the same place: it
 * is told how high they were when the page was left.
 */
export function useRememberedHeights(list: RefObject<HTMLUListElement | null>): void {
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    for (const thread of threadsOf(element)) {
      const height = heights.get(keyOf(thread))
      if (height !== undefined) thread.style.containIntrinsicSize = `auto ${height}px`
    }
    return () => {
      for (const thread of threadsOf(element)) {
        const padding = Number.parseFloat(getComputedStyle(thread).paddingTop)
        heights.set(keyOf(thread), thread.getBoundingClientRect().height - padding)
      }
    }
  }, [list])
}

const threadsOf = (list: HTMLUListElement) =>
  [...list.children].filter((child) => child instanceof HTMLElement)

const keyOf = (thread: HTMLElement) => thread.firstElementChild?.id ?? ''

import { type RefObject, useLayoutEffect } from 'react'
import type { CommentNode } from '../../data/commentTree.ts'

/** Heights in pixels of the contents of threads that were on the screen, by the id of their first element. */
const heights = new Map<string, number>()

/** What a comment of a few lines takes, in pixels. */
const usualHeight = 110

/**
 * Lets the browser leave out the threads of a long list that are far away, and still come back to the same place: it
 * is told how high they were when the page was left, and of those it has never drawn how high they will be, roughly.
 *
 * @param threads what the list shows; it is looked at again when they change.
 */
export function useRememberedHeights(
  list: RefObject<HTMLUListElement | null>,
  threads: readonly CommentNode[],
): void {
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    // What is not drawn yet is at the end.
    for (const [place, thread] of threadsOf(element).entries()) {
      if (thread.style.containIntrinsicSize) continue
      const height = heights.get(keyOf(thread)) ?? (threads[place]?.size ?? 1) * usualHeight
      thread.style.containIntrinsicSize = `auto ${height}px`
    }
  }, [list, threads])
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
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

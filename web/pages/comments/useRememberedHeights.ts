import { type RefObject, useLayoutEffect } from 'react'
import type { CommentNode } from '../../data/commentTree.ts'

/** Heights in pixels of the slices that were on the screen, by the id of their first comment's element. */
const heights = new Map<string, number>()

/** What a comment of a few lines takes, in pixels. */
const usualHeight = 110

/**
 * Lets the browser leave out the slices of a long discussion that are far away, and still come back to the same place:
 * it is told how high they were when the page was left, and of those it has never drawn how high they will be, roughly.
 *
 * @param threads what the discussion shows; it is looked at again when they change.
 */
export function useRememberedHeights(
  discussion: RefObject<HTMLElement | null>,
  threads: readonly CommentNode[],
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: slices come and go with the threads.
  useLayoutEffect(() => {
    for (const slice of slicesOf(discussion.current)) {
      if (slice.style.containIntrinsicSize) continue
      const height = heights.get(keyOf(slice)) ?? slice.querySelectorAll('article').length * usualHeight
      slice.style.containIntrinsicSize = `auto ${height}px`
    }
  }, [discussion, threads])
  useLayoutEffect(() => {
    const element = discussion.current
    return () => {
      for (const slice of slicesOf(element)) {
        // To measure what is inside of something that is left out, the browser would have to draw that first.
        const isInDrawn = slice.parentElement?.checkVisibility?.({ contentVisibilityAuto: true }) ?? true
        if (isInDrawn) heights.set(keyOf(slice), slice.getBoundingClientRect().height)
      }
    }
  }, [discussion])
}

const slicesOf = (discussion: HTMLElement | null): Iterable<HTMLElement> =>
  discussion?.querySelectorAll<HTMLElement>('[data-slice]') ?? []

const keyOf = (slice: HTMLElement) => slice.querySelector('article')?.id ?? ''

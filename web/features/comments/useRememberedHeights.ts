import { type RefObject, useLayoutEffect } from 'react'
import type { CommentNode } from '../../data/comments/commentTree.ts'

/** Heights in pixels of the slices that were rendered, by the id of their first comment's element. */
const heights = new Map<string, number>()

/** Height of a comment of a few lines, in pixels. */
const usualHeight = 110

/**
 * Keeps the scroll position although the browser skips slices that are far away (`content-visibility`): each slice
 * reserves the height it had when the page was left, or an estimate if it was never rendered.
 *
 * @param threads the threads of the discussion; new slices get their heights when they change.
 */
export function useRememberedHeights(
  discussion: RefObject<HTMLElement | null>,
  threads: readonly CommentNode[],
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: slices come and go with the threads.
  useLayoutEffect(() => {
    for (const slice of sliceElements(discussion.current)) {
      if (slice.style.containIntrinsicSize) continue
      const height = heights.get(keyOf(slice)) ?? slice.querySelectorAll('article').length * usualHeight
      slice.style.containIntrinsicSize = `auto ${height}px`
    }
  }, [discussion, threads])
  useLayoutEffect(() => {
    const element = discussion.current
    return () => {
      for (const slice of sliceElements(element)) {
        // Measuring inside of a skipped element would force the browser to lay it out.
        const isLaidOut = slice.parentElement?.checkVisibility?.({ contentVisibilityAuto: true }) ?? true
        if (isLaidOut) heights.set(keyOf(slice), slice.getBoundingClientRect().height)
      }
    }
  }, [discussion])
}

const sliceElements = (discussion: HTMLElement | null): Iterable<HTMLElement> =>
  discussion?.querySelectorAll<HTMLElement>('[data-slice]') ?? []

const keyOf = (slice: HTMLElement) => slice.querySelector('article')?.id ?? ''

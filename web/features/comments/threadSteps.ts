/** The kinds of steps: to top-level comments, or to comments that are new to the viewer. */
export type StepKind = 'thread' | 'new'

const selectors: Record<StepKind, string> = {
  thread: '#comments [data-threads] > ul > li > article',
  new: '#comments article[data-new]',
}

const moreThreads = '#comments [data-threads] > div:last-child a[href*="next="]'

/** Tolerance in pixels within which a comment counts as the one being read. */
const tolerance = 24

/**
 * Scrolls to the next or previous comment of a kind and focuses it. After the last thread it loads more of them; after the last new
 * comment it goes on with the first one. Where no new comment is on the page yet, it loads more, too.
 */
export function stepTo(kind: StepKind, by: 1 | -1): void {
  const all = shownComments(kind)
  // At the end of a page, the target of a step cannot reach the top.
  const focused = all.findIndex((comment) => comment === document.activeElement && isInWindow(comment))
  const line = topLine()
  const next = focused === -1 ? placeBelow(all, line + tolerance) : focused + 1
  const previous = focused === -1 ? placeBelow(all, line - tolerance) - 1 : focused - 1
  const target = all[by === 1 ? next : previous]
  const [first] = all
  if (target) show(target)
  // What is still being rendered may have it.
  else if (by === 1 && document.querySelector('#comments [data-incremental]'))
    requestAnimationFrame(() => stepTo(kind, by))
  else if (by === -1) document.getElementById('comments')?.scrollIntoView()
  else if (kind === 'new' && first) show(first)
  else document.querySelector<HTMLElement>(moreThreads)?.click()
}

/** How many new comments are in the document. */
export const countNew = (): number => document.querySelectorAll(selectors.new).length

/** Waits while loaded comments are rendered, which takes several frames; not forever, because some may have been deleted. */
export async function untilShown(isShown: () => boolean): Promise<void> {
  for (let frames = 0; frames < 60 && !isShown(); frames += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve))
}

/** How many comments begin above a height of the window. */
const placeBelow = (comments: readonly HTMLElement[], y: number): number =>
  firstIndex(comments.length, (index) => beginsBelow(comments[index], y))

/** The smallest index for which something is true, given that it is true for all larger ones; `count` if there is none. */
export function firstIndex(count: number, isTrue: (index: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isTrue(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Whether a comment begins below a height of the window. The slices around it are asked first: measuring a comment in one that the
 * browser skips (`content-visibility`) would lay out all that is in it.
 */
function beginsBelow(comment: HTMLElement | undefined, y: number): boolean {
  if (!comment) return true
  for (const slice of slicesAround(comment)) {
    const { top, bottom } = slice.getBoundingClientRect()
    if (top > y || bottom <= y) return top > y
  }
  return comment.getBoundingClientRect().top > y
}

/** The outermost one first. */
function slicesAround(comment: HTMLElement): Element[] {
  const slice = comment.parentElement?.closest<HTMLElement>('[data-slice]')
  return slice ? [...slicesAround(slice), slice] : []
}

/**
 * Keeps the thread that is being read where it is while all threads change their heights, which takes several frames. It ends with the
 * next thing that the reader does.
 */
export function keepInView(change: () => void): void {
  const threads = shownComments('thread')
  const read = threads[placeBelow(threads, topLine() + tolerance) - 1]
  const comments = document.getElementById('comments')
  change()
  if (!read || !comments) return
  const top = Math.max(read.getBoundingClientRect().top, topLine())
  const ended = new AbortController()
  const observer = new ResizeObserver(() => scrollBy(0, read.getBoundingClientRect().top - top))
  observer.observe(comments)
  ended.signal.addEventListener('abort', () => observer.disconnect())
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    addEventListener(type, () => ended.abort(), { signal: ended.signal, passive: true })
}

/** The comments of a kind that are neither in a collapsed thread nor beyond the render budget, in reading order. */
function shownComments(kind: StepKind): HTMLElement[] {
  const isIncremental = document.querySelector('#comments [data-incremental]') !== null
  return [...document.querySelectorAll<HTMLElement>(selectors[kind])].filter(
    (comment) => !comment.closest('[hidden]') && (!isIncremental || comment.offsetParent !== null),
  )
}

function isInWindow(comment: HTMLElement): boolean {
  const { top, bottom } = comment.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

const topLine = () => Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0

function show(comment: HTMLElement): void {
  comment.focus({ preventScroll: true })
  comment.scrollIntoView()
}

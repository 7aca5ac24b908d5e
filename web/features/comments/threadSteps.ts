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
  const all = [...document.querySelectorAll<HTMLElement>(selectors[kind])].filter(isShown)
  const tops = all.map((comment) => comment.getBoundingClientRect().top)
  // At the end of a page, the target of a step cannot reach the top.
  const focused = all.findIndex((comment) => comment === document.activeElement && isInWindow(comment))
  const target = all[focused === -1 ? nextPlace(tops, { line: topLine(), by }) : focused + by]
  const [first] = all
  if (target) show(target)
  // What is still being rendered may have it.
  else if (by === 1 && document.querySelector('#comments [data-incremental]'))
    requestAnimationFrame(() => stepTo(kind, by))
  else if (by === -1) document.getElementById('comments')?.scrollIntoView()
  else if (kind === 'new' && first) show(first)
  else document.querySelector<HTMLElement>(moreThreads)?.click()
}

/**
 * The index of the next or previous comment.
 *
 * @param tops the positions of comments, in order.
 * @param options.line the position of the reading line.
 * @returns an index in `tops`; -1 or its length if there is none.
 */
export function nextPlace(tops: readonly number[], { line, by }: { line: number; by: 1 | -1 }): number {
  if (by === -1) return tops.findLastIndex((top) => top < line - tolerance)
  const place = tops.findIndex((top) => top > line + tolerance)
  return place === -1 ? tops.length : place
}

/**
 * Keeps the thread that is being read where it is while all threads change their heights, which takes several frames. It ends with the
 * next thing that the reader does.
 */
export function keepInView(change: () => void): void {
  const threads = [...document.querySelectorAll<HTMLElement>(selectors.thread)].filter(isShown)
  const read = threads.findLast((thread) => thread.getBoundingClientRect().top <= topLine() + tolerance)
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

const isShown = (comment: HTMLElement) => comment.offsetParent !== null

function isInWindow(comment: HTMLElement): boolean {
  const { top, bottom } = comment.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

const topLine = () => Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0

function show(comment: HTMLElement): void {
  comment.focus({ preventScroll: true })
  comment.scrollIntoView()
}

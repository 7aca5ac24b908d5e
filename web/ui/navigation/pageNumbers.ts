/** From so many pages on not all of them are shown. */
const manyPages = 10
const shownFirst = 8

/**
 * Which pages a pager shows: all when there are few, otherwise the first eight, the current and the last (specification
 * accounts §4). `'gap'` stands for those that are left out.
 */
export function pageNumbers(current: number, count: number): (number | 'gap')[] {
  if (count < manyPages) return Array.from({ length: count }, (_, index) => index + 1)
  const first = Array.from({ length: shownFirst }, (_, index) => index + 1)
  const isBetween = current > shownFirst && current < count
  return [...first, 'gap', ...(isBetween ? [current] : []), count]
}

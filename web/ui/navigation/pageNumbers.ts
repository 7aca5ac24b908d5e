/** From this many pages on, some are omitted. */
const manyPages = 10
const shownFirst = 8

/**
 * The page numbers to show: all when there are few, otherwise the first eight, the current and the last
 * (docs/spec/lists.md). `'gap'` stands for omitted ones.
 */
export function pageNumbers(current: number, count: number): (number | 'gap')[] {
  if (count < manyPages) return Array.from({ length: count }, (_, index) => index + 1)
  const first = Array.from({ length: shownFirst }, (_, index) => index + 1)
  const isBetween = current > shownFirst && current < count
  return [...first, 'gap', ...(isBetween ? [current] : []), count]
}

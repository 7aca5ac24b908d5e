/**
 * Which pages a pager shows: first, last, and the neighbours of the current one. `'gap'` stands for two or more pages
 * that are left out; a single one is shown, it needs no more room than the gap.
 */
export function pageNumbers(current: number, count: number): (number | 'gap')[] {
  const shown: (number | 'gap')[] = []
  for (let page = 1; page <= count; page += 1) {
    const isNear = Math.abs(page - current) <= 1
    const isEnd = page === 1 || page === count
    const fillsGapOfOne = (page === 2 && current === 4) || (page === count - 1 && current === count - 3)
    if (isNear || isEnd || fillsGapOfOne) shown.push(page)
    else if (shown.at(-1) !== 'gap') shown.push('gap')
  }
  return shown
}

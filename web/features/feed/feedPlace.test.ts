import { expect, it } from 'vitest'
import { farStart, requestsFor } from './feedPlace.ts'

const pages = (count: number, size = 10) =>
  Array.from({ length: count }, (_, index) => ({ cursor: `c${index + 1}`, before: (index + 1) * size }))

it.each([
  ['one page', pages(1), 20, ['c1']],
  ['as many as one request gives', pages(5), 60, ['c1']],
  ['one post more', pages(6), 61, ['c1', 'c6']],
  ['at most four requests', pages(60), 600, ['c1', 'c6', 'c11', 'c16']],
  ['pages that were loaded by requests before', pages(3, 50), 150, ['c1', 'c2']],
  ['pages that are not multiples of each other: no post is missing', pages(9, 12), 111, ['c1', 'c5', 'c9']],
])('the posts of a feed are loaded again: %s', (_case, starts, count, cursors) => {
  expect(requestsFor(starts, count)).toEqual(cursors)
})

it.each([
  ['within the four requests', pages(60), 209, null],
  ['behind them: from the page that has it', pages(60), 210, 'c21'],
  ['at the end of a page', pages(60), 219, 'c21'],
  ['far behind them, on the last page', pages(60), 605, 'c60'],
  ['on a page that was loaded by requests before', pages(6, 50), 260, 'c5'],
])('a post is come back to %s', (_case, starts, at, cursor) => {
  expect(farStart(starts, at)).toBe(cursor)
})

import { expect, it } from 'vitest'
import { requestsFor } from './feedPlace.ts'

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

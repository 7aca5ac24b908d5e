import { expect, it } from 'vitest'
import { pageNumbers } from './pageNumbers.ts'

it.each([
  [1, 1, [1]],
  [3, 5, [1, 2, 3, 4, 5]],
  [5, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
])('[ACC-4-018] on page %i of %i all', (current, count, shown) => {
  expect(pageNumbers(current, count)).toEqual(shown)
})

it.each([
  [1, 10, [1, 2, 3, 4, 5, 6, 7, 8, 'gap', 10]],
  [8, 40, [1, 2, 3, 4, 5, 6, 7, 8, 'gap', 40]],
  [9, 40, [1, 2, 3, 4, 5, 6, 7, 8, 'gap', 9, 40]],
  [23, 40, [1, 2, 3, 4, 5, 6, 7, 8, 'gap', 23, 40]],
  [40, 40, [1, 2, 3, 4, 5, 6, 7, 8, 'gap', 40]],
])('[ACC-4-019] on page %i of %i the first eight, the current and the last', (current, count, shown) => {
  expect(pageNumbers(current, count)).toEqual(shown)
})

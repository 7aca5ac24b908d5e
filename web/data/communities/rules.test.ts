import { expect, it } from 'vitest'
import type { Rule } from '../../../contract/entities/community.ts'
import { inOrder, moved } from './rules.ts'

const rules = [1, 2, 3, 4].map((id) => ({ id }) as Rule)

it.each([
  [
    [4, 3, 2, 1],
    [4, 3, 2, 1],
  ],
  [[3], [3, 1, 2, 4]],
  [
    [9, 2],
    [2, 1, 3, 4],
  ],
  [[], [1, 2, 3, 4]],
])('puts rules into the order %j, the others behind', (order, ids) => {
  expect(inOrder(rules, order).map(({ id }) => id)).toEqual(ids)
})

it.each([
  [3, 0, [3, 1, 2, 4]],
  [1, 3, [2, 3, 4, 1]],
  [2, 1, [1, 2, 3, 4]],
  [2, -1, [2, 1, 3, 4]],
])('moves %i to place %i', (id, to, order) => {
  expect(moved([1, 2, 3, 4], id, to)).toEqual(order)
})

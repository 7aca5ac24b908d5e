import { expect, it } from 'vitest'
import { afterPress } from './membership.ts'

const outside = { isMember: false, members: 7 }
const inside = { isMember: true, members: 8 }

it.each([
  ['joining adds one', outside, 'join', inside],
  ['leaving takes one away', inside, 'leave', outside],
  ['joining twice counts once', inside, 'join', inside],
  ['who is not there cannot leave', outside, 'leave', outside],
] as const)('%s', (_case, before, wants, after) => {
  expect(afterPress(before, wants)).toEqual(after)
})

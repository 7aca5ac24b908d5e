import { describe, expect, it } from 'vitest'
import {
  effectiveTrust,
  missingFor,
  nextTrust,
  type TrustLevel,
  type TrustThresholds,
  trustOf,
  trustTable,
} from './trust.ts'

const none: TrustThresholds = {
  daysVisited: 0,
  postsRead: 0,
  approvals: 0,
  ageDays: 0,
  removals: 0,
  bans: 0,
}
const regular = trustTable[3]

describe('the level that a member has earned', () => {
  it.each<[string, TrustThresholds, TrustLevel]>([
    ['a new account', none, 0],
    ['all that level 1 asks for', trustTable[1], 1],
    ['one day too few', { ...trustTable[1], daysVisited: 1 }, 0],
    ['one post too few', { ...trustTable[1], postsRead: 4 }, 0],
    ['an account that is too young', { ...trustTable[1], ageDays: 0 }, 0],
    ['removals', { ...trustTable[1], removals: 3 }, 0],
    ['all that level 2 asks for', trustTable[2], 2],
    ['one approval too few', { ...trustTable[2], approvals: 4 }, 1],
    ['a ban from a community', { ...trustTable[2], bans: 1 }, 1],
    ['two bans', { ...regular, bans: 2 }, 0],
    ['all that level 3 asks for', regular, 3],
    ['far more than that', { ...regular, daysVisited: 4000, postsRead: 9000, approvals: 9000 }, 3],
    ['one removal too many for level 3 and 2', { ...regular, removals: 2 }, 1],
    ['a level in between of which something is missing', { ...regular, postsRead: 29 }, 1],
  ])('of %s', (_case, facts, level) => {
    expect(trustOf({ ...facts, vouchers: 0 })).toBe(level)
  })

  it.each<[string, TrustThresholds, TrustLevel]>([
    ['is 1 for a new account', none, 1],
    ['is 0 after removals', { ...none, removals: 3 }, 0],
    ['is 1 for one that lacks a little for level 2', { ...trustTable[2], approvals: 4 }, 1],
    ['is what they meet beyond that', trustTable[2], 2],
  ])('when someone vouches, %s', (_case, facts, level) => {
    expect(trustOf({ ...facts, vouchers: 1 })).toBe(level)
  })

  it('never falls with more days, posts or approvals, and never rises with removals or bans', () => {
    for (const level of [1, 2, 3] as const)
      for (const kind of ['daysVisited', 'postsRead', 'approvals', 'ageDays', 'removals', 'bans'] as const) {
        const before = trustOf({ ...trustTable[level], vouchers: 0 })
        const more = { ...trustTable[level], [kind]: trustTable[level][kind] + 5 }
        const after = trustOf({ ...more, vouchers: 0 })
        expect(kind === 'removals' || kind === 'bans' ? before >= after : after >= before).toBe(true)
      }
  })
})

it('says what is missing, and nothing else', () => {
  expect(missingFor(trustTable[1], trustTable[1])).toEqual({})
  expect(missingFor({ ...none, removals: 4 }, trustTable[2])).toEqual({
    daysVisited: 7,
    postsRead: 30,
    approvals: 5,
    ageDays: 14,
    removals: 3,
  })
})

it.each<[string, TrustLevel, TrustLevel, boolean, TrustLevel]>([
  ['rises at once', 0, 2, false, 2],
  ['stays', 2, 2, true, 2],
  ['stays during the grace period', 3, 0, false, 3],
  ['falls by one level after it', 3, 0, true, 2],
])('a level %s', (_case, current, earned, isGraceOver, next) => {
  expect(nextTrust(current, earned, isGraceOver)).toBe(next)
})

it('of staff is 3 at least', () => {
  expect([0, 3, 4].map((level) => effectiveTrust(level, { isStaff: true }))).toEqual([3, 3, 4])
  expect([0, 3, 4].map((level) => effectiveTrust(level, { isStaff: false }))).toEqual([0, 3, 4])
})

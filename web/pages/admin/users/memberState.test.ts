import { expect, it } from 'vitest'
import { isNew } from './memberState.ts'

const now = new Date('2026-11-23T12:00:00Z')
const account = { createdAt: '2026-11-20T12:00:00Z', bannedAt: null, deletedAt: null }

it.each([
  ['of three days', account, true],
  ['of eight days', { ...account, createdAt: '2026-11-15T12:00:00Z' }, false],
  ['that is banned', { ...account, bannedAt: '2026-11-21T12:00:00Z' }, false],
  ['that is deleted', { ...account, deletedAt: '2026-11-21T12:00:00Z' }, false],
])('an account %s', (_which, member, expected) => {
  expect(isNew(member, now)).toBe(expected)
})

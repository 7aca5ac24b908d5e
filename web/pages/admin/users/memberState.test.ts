import { expect, it } from 'vitest'
import { isNew, summaryOf } from './memberState.ts'

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

const changed = { changed: true, refusal: null }
const same = { changed: false, refusal: null }
const refused = { changed: false, refusal: {} }

it.each([
  [[changed, changed], '2 of 2 changed.'],
  [[changed, same], '1 of 2 changed. 1 was so already.'],
  [[changed, same, same, refused], '1 of 4 changed. 2 were so already. 1 could not be changed:'],
])('%j is summed up', (results, sentence) => {
  expect(summaryOf(results)).toBe(sentence)
})

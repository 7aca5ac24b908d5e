import { expect, it } from 'vitest'
import { missedText } from './queueTexts.ts'

const done = { done: true, review: null }
const gone = { done: false, review: null }
const removed = {
  done: false,
  review: { outcome: 'removed', by: 'wren', at: '2026-05-01T10:00:00.000Z' },
} as const

it.each([
  [[done, done], null],
  [[done, gone], 'One item no longer exists.'],
  [[removed], '@wren already removed one item.'],
  [[removed, done, gone, removed], 'Other moderators already handled 3 of these items.'],
])('says what an action on several items missed', (results, text) => {
  expect(missedText(results)).toBe(text)
})

import { expect, it } from 'vitest'
import { relativeTime } from './relativeTime.ts'

const seconds = 1000
const minutes = 60 * seconds
const hours = 60 * minutes
const days = 24 * hours

it.each([
  ['a clock that runs ahead', -5 * seconds, 'just now'],
  ['0 s', 0, 'just now'],
  ['just under 60 s', 60 * seconds - 1, 'just now'],
  ['60 s', 60 * seconds, '1 minute ago'],
  ['5 minutes', 5 * minutes + 59 * seconds, '5 minutes ago'],
  ['just under an hour', 60 * minutes - 1, '59 minutes ago'],
  ['an hour', 60 * minutes, '1 hour ago'],
  ['just under a day', 24 * hours - 1, '23 hours ago'],
  ['a day', 24 * hours, '1 day ago'],
  ['just under 7 days', 7 * days - 1, '6 days ago'],
  ['7 days', 7 * days, '1 week ago'],
  ['30 days', 30 * days, '4 weeks ago'],
  ['just under a year', 365 * days - 1, '52 weeks ago'],
  ['a year', 365 * days, '1 year ago'],
  ['ten years', 3653 * days, '10 years ago'],
])('[CORE-9-005] says how long ago: %s', (_case, age, text) => {
  const now = new Date('2026-03-05T12:00:00Z')
  expect(relativeTime(new Date(now.getTime() - age), now)).toBe(text)
})

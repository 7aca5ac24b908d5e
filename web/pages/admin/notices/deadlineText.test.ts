import { expect, it } from 'vitest'
import { deadlineText } from './deadlineText.ts'

const now = new Date('2026-05-04T12:00:00Z')

it.each([
  ['2026-05-06T13:00:00Z', '2 days left'],
  ['2026-05-05T12:00:00Z', '1 day left'],
  ['2026-05-05T11:59:00Z', '23 hours left'],
  ['2026-05-04T12:30:00Z', 'Less than an hour left'],
  ['2026-05-04T11:59:00Z', 'Overdue by less than an hour'],
  ['2026-05-04T10:00:00Z', 'Overdue by 2 hours'],
  ['2026-05-01T12:00:00Z', 'Overdue by 3 days'],
])('the time left until %s is "%s"', (due, text) => {
  expect(deadlineText(new Date(due), now)).toBe(text)
})

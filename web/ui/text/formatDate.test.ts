import { expect, it } from 'vitest'
import { formatDate, formatDateTime, formatMonth } from './formatDate.ts'

it.each([
  ['2023-03-05T07:04:09Z', '5 March 2023'],
  ['2024-12-31T23:59:59Z', '31 December 2024'],
  ['2025-01-01T00:30:00+02:00', '31 December 2024'],
])('[CORE-9-006] writes %s as day, month name, year', (at, text) => {
  expect(formatDate(new Date(at))).toBe(text)
})

it('adds the time of day where the exact moment is asked for', () => {
  expect(formatDateTime(new Date('2023-03-05T07:04:09Z'))).toBe('5 March 2023, 07:04 UTC')
})

it('leaves the day out where only the month is shown', () => {
  expect(formatMonth(new Date('2023-03-05T07:04:09Z'))).toBe('March 2023')
})

import { expect, it } from 'vitest'
import { createProgressText } from './progress.ts'

it('shows the rate and the remaining time of each phase of an import', () => {
  const text = createProgressText(1000)
  expect(text({ phase: 'reading', bytes: 0, total: 400, rows: 0 }, 1000)).toBe('reading: 0 rows, 0 rows/s')
  expect(text({ phase: 'reading', bytes: 100, total: 400, rows: 50_000 }, 6000)).toBe(
    'reading: 50,000 rows, 10,000 rows/s, 25 %, 0:15 left',
  )
  expect(text({ phase: 'sorting' }, 7000)).toBe('sorting')
  expect(text({ phase: 'writing posts', rows: 0, total: 8000 }, 9000)).toBe(
    'writing posts: 0 of 8,000 rows, 0 rows/s',
  )
  expect(text({ phase: 'writing posts', rows: 2, total: 8000 }, 10_000)).toBe(
    'writing posts: 2 of 8,000 rows, 2 rows/s, 0 %, 1 h 6 min left',
  )
})

it('shows no remaining time when the length of the input is unknown', () => {
  const text = createProgressText(0)
  expect(text({ phase: 'reading', bytes: 100, total: null, rows: 10 }, 1000)).toBe(
    'reading: 10 rows, 10 rows/s',
  )
})

import { describe, expect, it } from 'vitest'
import { banEnd, dayOf } from './banEnd.ts'

// In local time, because the code uses the viewer's time zone.
const now = new Date(2026, 1, 27, 15, 30)

describe('a ban that starts now', () => {
  it('has no end by default', () => {
    expect(banEnd('forever', '', now)).toBeNull()
  })

  it.each([
    ['1', new Date(2026, 1, 28, 15, 30)],
    ['3', new Date(2026, 2, 2, 15, 30)],
    ['365', new Date(2027, 1, 27, 15, 30)],
  ] as const)('of %s days ends at the same time of the day', (length, end) => {
    expect(banEnd(length, '', now)).toEqual(end)
  })

  it('until a date ends with that day', () => {
    expect(banEnd('date', '2026-02-28', now)).toEqual(new Date(2026, 2, 1))
    expect(banEnd('date', '2026-02-27', now)).toEqual(new Date(2026, 1, 28))
  })

  it('formats its day like a date field', () => {
    expect(dayOf(now)).toBe('2026-02-27')
  })
})

import fc from 'fast-check'
import pg from 'pg'
import { expect, it } from 'vitest'
import { parseUtcTimestamp } from './timestamps.ts'

const usual = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date

it.each([
  '2026-11-21 03:38:27.123456+00',
  '2026-11-21 03:38:27.1+00',
  '2026-11-21 03:38:27.12+00',
  '2026-11-21 03:38:27.120999+00',
  '2026-11-21 03:38:27+00',
  '1999-12-31 23:59:59.999+00',
  '2024-02-29 00:00:00+00',
  '0999-01-01 00:00:00+00',
])('reads %s as the usual parser does', (text) => {
  expect(parseUtcTimestamp(text)).toEqual(usual(text))
})

it('parses every timestamp like Date', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
      (instant) => {
        const text = instant.toISOString().replace('T', ' ').replace('Z', '+00')
        expect(parseUtcTimestamp(text)).toEqual(instant)
      },
    ),
  )
})

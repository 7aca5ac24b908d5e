import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feedCursors } from './sorts.ts'

const { parseCursor, writeCursor } = feedCursors.activity
const write = (stamp: bigint) => writeCursor({ key: String(stamp), id: '1' })
const stamps = fc
  .tuple(
    fc.date({ min: new Date('1988-01-01'), max: new Date('2043-01-01'), noInvalidDate: true }),
    fc.nat(2047),
  )
  .map(([at, step]) => BigInt(at.getTime()) * 2048n + BigInt(step))

describe('the cursor of the last activity', () => {
  it('is its time in nanoseconds, to the microsecond', () => {
    const stamp = BigInt(Date.parse('2026-11-26T22:55:33Z')) * 2048n
    expect(write(stamp)).toBe(1795733733000000000)
    expect(write(stamp + 2047n)).toBeLessThan(1795733733001000000)
  })

  it('names each post, for programs with numbers of 64 bits and of JavaScript', () => {
    fc.assert(
      fc.property(stamps, (stamp) => {
        const text = JSON.stringify(write(stamp))
        const key = String(stamp)
        expect(parseCursor(text)).toEqual({ key, id: null })
        expect(parseCursor(String(JSON.parse(text)))).toEqual({ key, id: null })
        expect(parseCursor(String(BigInt(write(stamp))))).toEqual({ key, id: null })
      }),
    )
  })

  it('of an earlier version still works, and so does one of the reference', () => {
    expect(parseCursor('3677662073463701')).toEqual({ key: '3677662073463701', id: null })
    expect(parseCursor('1795733733000000000')?.key).toBe(String(1795733733000n * 2048n))
    expect(parseCursor('-1')).toBeNull()
  })
})

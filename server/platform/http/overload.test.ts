import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Importance, measureOverload, type Overload } from './overload.ts'
import { Refused } from './refused.ts'

let databaseMs = 0
let at = 0
let overload: Overload
beforeEach(() => {
  vi.useFakeTimers()
  databaseMs = 0
  at = 0
  overload = measureOverload({ delayMs: 100, databaseMs: () => databaseMs, now: () => at })
})
afterEach(() => {
  overload.close()
  vi.useRealTimers()
})

const served = (): Importance[] =>
  (['guest', 'member', 'admin'] as const).filter((importance) => {
    try {
      overload.admit(importance)
      return true
    } catch (error) {
      expect(error).toEqual(new Refused(errors.serverBusy))
      return false
    }
  })
/** The event loop has one round that takes so long. */
const roundOf = (ms: number) => {
  at += ms
  vi.advanceTimersByTime(10)
}

describe('under overload', () => {
  it('everybody is served while the event loop is on time', () => {
    roundOf(10)
    roundOf(60)
    expect(served()).toEqual(['guest', 'member', 'admin'])
  })

  it('guests are refused first, then members, admins never', () => {
    roundOf(200)
    expect(served()).toEqual(['member', 'admin'])
    roundOf(1000)
    expect(served()).toEqual(['admin'])
  })

  it('what has happened in the present round of the event loop counts', () => {
    at += 200
    expect(served()).toEqual(['member', 'admin'])
  })

  it('queries that wait for a connection count', () => {
    databaseMs = 200
    expect(served()).toEqual(['member', 'admin'])
    databaseMs = 400
    expect(served()).toEqual(['admin'])
  })

  it('everybody is served again as soon as it is over', () => {
    roundOf(1000)
    roundOf(10)
    expect(served()).toEqual(['guest', 'member', 'admin'])
  })
})

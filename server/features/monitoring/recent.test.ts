import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askWithin, recent } from './recent.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a call that may get no answer', () => {
  it('returns null after its timeout, and is not repeated before it has ended', async () => {
    const ends: ((value: number) => void)[] = []
    const ask = askWithin(2000, () => new Promise<number>((resolve) => ends.push(resolve)))
    const first = ask()
    await vi.advanceTimersByTimeAsync(2000)
    expect(await first).toBeNull()
    const second = ask()
    expect(ends).toHaveLength(1)
    ends[0]?.(1)
    expect(await second).toBe(1)
    const third = ask()
    ends[1]?.(2)
    expect(await third).toBe(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('returns null after a failure', async () => {
    expect(await askWithin(2000, () => Promise.reject(new Error('no database')))()).toBeNull()
  })
})

it('a recent result is reused for its time, also while it is being made', async () => {
  let made = 0
  const get = recent(1000, async () => {
    made += 1
    return made
  })
  expect(await Promise.all([get(), get()])).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(999)
  expect(await get()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await get()).toBe(2)
})

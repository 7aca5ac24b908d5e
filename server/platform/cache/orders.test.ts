import { afterEach, describe, expect, it, vi } from 'vitest'
import { createOrders } from './orders.ts'

/** Reads numbered in the order of their start, which end when the test says so. */
function reading(seconds = 2) {
  const reads = createOrders({ seconds })
  const started: ((at: number) => void)[] = []
  const failures: (() => void)[] = []
  const read = () =>
    new Promise<{ number: number; readAt: number; bytes: number }>((resolve, reject) => {
      const number = started.length + 1
      started.push((readAt) => resolve({ number, readAt, bytes: 10 }))
      failures.push(() => reject(new Error('no database')))
    })
  const get = (freshFrom: number, key = 'a feed') => reads.get(key, { freshFrom, read })
  return { reads, started, failures, get }
}
const number = async (value: Promise<{ number: number }>) => (await value).number

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a read for everybody', () => {
  it('happens once for concurrent and for later requests', async () => {
    const { get, started } = reading()
    const both = [get(0), get(0)]
    started[0]?.(100)
    expect(await Promise.all(both.map(number))).toEqual([1, 1])
    expect(await number(get(0))).toBe(1)
    expect(started).toHaveLength(1)
  })

  it('is repeated for a viewer who has written since, even while it is running, and the others then share the new result', async () => {
    const { get, started } = reading()
    const early = get(0)
    const writer = get(150)
    started[0]?.(100)
    expect(await number(early)).toBe(1)
    await expect.poll(() => started.length).toBe(2)
    started[1]?.(200)
    expect(await number(writer)).toBe(2)
    expect(await number(get(0))).toBe(2)
    // A write in the same microsecond may have been committed after the read.
    const another = get(200)
    await expect.poll(() => started.length).toBe(3)
    started[2]?.(300)
    expect(await number(another)).toBe(3)
  })

  it.each([0, 2])(
    'begins after each call of those that keep the whole answer, who share the next one while one is running (%d seconds)',
    async (seconds) => {
      const { get, started } = reading(seconds)
      const first = get(Number.POSITIVE_INFINITY)
      const others = [get(Number.POSITIVE_INFINITY), get(Number.POSITIVE_INFINITY)]
      const another = get(Number.POSITIVE_INFINITY, 'another feed')
      expect(started).toHaveLength(2)
      for (const end of started) end(100)
      expect([await number(first), await number(another)]).toEqual([1, 2])
      await expect.poll(() => started.length).toBe(3)
      const late = get(Number.POSITIVE_INFINITY)
      started[2]?.(200)
      expect(await Promise.all(others.map(number))).toEqual([3, 3])
      await expect.poll(() => started.length).toBe(4)
      started[3]?.(300)
      expect(await number(late)).toBe(4)
    },
  )

  it('begins for those who wait although the one before it failed', async () => {
    const { get, started, failures } = reading(0)
    const first = get(Number.POSITIVE_INFINITY)
    const second = get(Number.POSITIVE_INFINITY)
    failures[0]?.()
    await expect(first).rejects.toThrow('no database')
    await expect.poll(() => started.length).toBe(2)
    started[1]?.(100)
    expect(await number(second)).toBe(2)
    const third = get(Number.POSITIVE_INFINITY)
    started[2]?.(200)
    expect(await number(third)).toBe(3)
  })

  it('is used for two seconds at most, counted from the start of the read', async () => {
    let now = 1000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const { get, started } = reading(3600)
    const slow = get(0)
    now += 1500
    started[0]?.(100)
    await slow
    now += 490
    expect(await number(get(0))).toBe(1)
    now += 20
    const next = get(0)
    expect(started).toHaveLength(2)
    started[1]?.(200)
    expect(await number(next)).toBe(2)
  })

  it('is used for as long as the operator allows, if nobody has to see their own writes in it', async () => {
    let now = 1000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const reads = createOrders({ seconds: 60 })
    let readings = 0
    const get = async () => {
      const { number } = await reads.get('a page', {
        read: async () => {
          readings += 1
          return { number: readings, bytes: 10 }
        },
      })
      return number
    }
    expect(await Promise.all([get(), get()])).toEqual([1, 1])
    now += 59_000
    expect(await get()).toBe(1)
    now += 1001
    expect(await get()).toBe(2)
  })

  it('is forgotten when the cache is cleared, and when reading it failed', async () => {
    const { reads, get, started, failures } = reading()
    const first = get(0)
    started[0]?.(100)
    await first
    reads.clear()
    const again = get(0)
    failures[1]?.()
    await expect(again).rejects.toThrow('no database')
    const retried = get(0)
    started[2]?.(100)
    expect(await number(retried)).toBe(3)
  })
})

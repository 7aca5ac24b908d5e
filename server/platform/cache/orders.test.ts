import { afterEach, describe, expect, it, vi } from 'vitest'
import { createOrders } from './orders.ts'

/** Reads numbered in the order of their start, which end when the test says so. */
function reading(seconds = 2) {
  const orders = createOrders({ seconds })
  const started: ((at: number) => void)[] = []
  const failures: (() => void)[] = []
  const read = () =>
    new Promise<{ number: number; readAt: number; bytes: number }>((resolve, reject) => {
      const number = started.length + 1
      started.push((readAt) => resolve({ number, readAt, bytes: 10 }))
      failures.push(() => reject(new Error('no database')))
    })
  const get = (notBefore: number, key = 'a feed') => orders.get(key, { notBefore, read })
  return { orders, started, failures, get }
}
const number = async (value: Promise<{ number: number }>) => (await value).number

afterEach(() => {
  vi.restoreAllMocks()
})

describe('an order', () => {
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

  it('begins after each call of those that keep the whole answer', async () => {
    const { get, started } = reading()
    const both = [get(Number.POSITIVE_INFINITY), get(Number.POSITIVE_INFINITY)]
    expect(started).toHaveLength(2)
    for (const end of started) end(100)
    expect(await Promise.all(both.map(number))).toEqual([1, 2])
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
    const orders = createOrders({ seconds: 60 })
    let readings = 0
    const get = async () => {
      const { number } = await orders.get('a page', {
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
    const { orders, get, started, failures } = reading()
    const first = get(0)
    started[0]?.(100)
    await first
    orders.clear()
    const again = get(0)
    failures[1]?.()
    await expect(again).rejects.toThrow('no database')
    const retried = get(0)
    started[2]?.(100)
    expect(await number(retried)).toBe(3)
  })
})

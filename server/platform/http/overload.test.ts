import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Importance, limitWork, type Overload } from './overload.ts'
import { Refused } from './refused.ts'

const delayMs = 500
const atOnce = 4

let databaseMs = 0
let overload: Overload
/** Releases the slots of running requests, by name. */
let working: Map<string, () => void>
let refused: string[]
beforeEach(() => {
  vi.useFakeTimers()
  databaseMs = 0
  working = new Map()
  refused = []
  overload = limitWork({ delayMs, atOnce, databaseMs: () => databaseMs, now: () => Date.now() })
})
afterEach(() => {
  overload.close()
  vi.useRealTimers()
})

/** The names of settled requests. */
const settled = () => vi.advanceTimersByTimeAsync(0)
async function arrive(name: string, importance: Importance, isGone?: () => boolean): Promise<void> {
  overload.admit(importance, isGone).then(
    (end) => working.set(name, end),
    (error) => {
      expect(error).toEqual(new Refused(errors.serverBusy))
      refused.push(name)
    },
  )
  await settled()
}
async function end(name: string): Promise<void> {
  working.get(name)?.()
  working.delete(name)
  await settled()
}
const names = () => [...working.keys()]
/** Fills all slots while queries have to wait, so that nothing else is admitted. */
async function fill(): Promise<void> {
  databaseMs = 100
  for (let n = 1; n <= atOnce; n += 1) await arrive(`first ${n}`, 'guest')
}

describe('while slots are free', () => {
  it('all requests are served at once', async () => {
    await arrive('guest', 'guest')
    await arrive('member', 'member')
    await arrive('admin', 'admin')
    expect(names()).toEqual(['guest', 'member', 'admin'])
  })
})

describe('while all slots are taken', () => {
  beforeEach(fill)

  it('others wait, and each release admits one, in order of arrival', async () => {
    await arrive('one', 'guest')
    await arrive('another', 'guest')
    expect(names()).not.toContain('one')
    await end('first 2')
    expect(names()).toEqual(['first 1', 'first 3', 'first 4', 'one'])
    await end('first 1')
    expect(names()).toContain('another')
  })

  it('members come before guests, and admins do not wait', async () => {
    await arrive('guest', 'guest')
    await arrive('member', 'member')
    await arrive('admin', 'admin')
    expect(names()).toContain('admin')
    await end('admin')
    await end('first 1')
    expect(names()).toEqual(['first 2', 'first 3', 'first 4', 'member'])
  })

  it('no request waits longer than the limit', async () => {
    await arrive('guest', 'guest')
    await arrive('member', 'member')
    await vi.advanceTimersByTimeAsync(delayMs - 20)
    expect(refused).toEqual([])
    await vi.advanceTimersByTimeAsync(30)
    expect(refused.sort()).toEqual(['guest', 'member'])
    expect(overload.figures()).toEqual({ working: 4, waiting: 0, refused: 2 })
  })

  it('the newest is first once a request has waited for half of the limit', async () => {
    await arrive('old', 'member')
    await vi.advanceTimersByTimeAsync(delayMs / 2 + 10)
    await arrive('new', 'member')
    await end('first 1')
    expect(names()).toContain('new')
    await end('first 2')
    expect(names()).toContain('old')
  })

  it('a client that has left gets no slot', async () => {
    await arrive('left', 'member', () => true)
    await arrive('stays', 'member')
    expect(overload.figures()).toEqual({ working: 4, waiting: 2, refused: 0 })
    await end('first 1')
    expect(overload.figures()).toEqual({ working: 4, waiting: 0, refused: 0 })
    expect(names()).toContain('stays')
    expect(names()).not.toContain('left')
  })

  it('releasing a slot twice admits only one request', async () => {
    await arrive('one', 'guest')
    await arrive('another', 'guest')
    const again = working.get('first 1')
    again?.()
    again?.()
    await settled()
    expect(names()).toContain('one')
    expect(names()).not.toContain('another')
  })

  it('the queue is limited, and guests are dropped first', async () => {
    const many = 2000
    for (let n = 0; n < many; n += 1) overload.admit('guest').catch(() => refused.push('guest'))
    await arrive('one guest more', 'guest')
    expect(refused).toEqual(['one guest more'])
    await arrive('member', 'member')
    expect(refused).toEqual(['one guest more', 'guest'])
    expect(overload.figures()).toEqual({ working: 4, waiting: many, refused: 2 })
    await end('first 1')
    expect(names()).toContain('member')
  })
})

describe('while running requests wait for other machines', () => {
  it('others are admitted', async () => {
    await fill()
    databaseMs = 0
    await arrive('one', 'guest')
    await vi.advanceTimersByTimeAsync(10)
    expect(names()).toContain('one')
  })

  it('but not when queries wait for a connection', async () => {
    await fill()
    await arrive('one', 'guest')
    await vi.advanceTimersByTimeAsync(50)
    expect(names()).not.toContain('one')
  })

  it('and not when the event loop is late', async () => {
    await fill()
    databaseMs = 0
    await arrive('one', 'guest')
    vi.setSystemTime(Date.now() + 100)
    await vi.advanceTimersByTimeAsync(10)
    expect(names()).not.toContain('one')
    await vi.advanceTimersByTimeAsync(10)
    expect(names()).toContain('one')
  })
})

it('no timer runs while there is no request', async () => {
  expect(vi.getTimerCount()).toBe(0)
  await arrive('one', 'guest')
  expect(vi.getTimerCount()).toBe(1)
  await end('one')
  await vi.advanceTimersByTimeAsync(100)
  expect(vi.getTimerCount()).toBe(0)
})

it('with a limit of 0, all requests are admitted', async () => {
  overload.close()
  overload = limitWork({ delayMs: 0, atOnce: 1, databaseMs: () => 10_000 })
  for (const name of ['one', 'two', 'three']) await arrive(name, 'guest')
  expect(names()).toEqual(['one', 'two', 'three'])
})

describe('while connections arrive', () => {
  beforeEach(fill)

  /** An iteration of the event loop, with or without an accepted connection. */
  async function round({ accepts }: { accepts: boolean }): Promise<void> {
    if (accepts) overload.accepted()
    await vi.advanceTimersToNextTimerAsync()
  }
  function ask(name: string, importance: Importance): void {
    void overload.admit(importance).then((end) => working.set(name, end))
  }

  it('no work begins, except that of admins', async () => {
    working.get('first 1')?.()
    overload.accepted()
    ask('guest', 'guest')
    ask('admin', 'admin')
    await round({ accepts: true })
    expect(names()).toContain('admin')
    expect(names()).not.toContain('guest')
    working.get('first 2')?.()
    await round({ accepts: true })
    expect(names()).not.toContain('guest')
  })

  it('work begins after the first iteration without one', async () => {
    ask('guest', 'guest')
    overload.accepted()
    working.get('first 1')?.()
    await round({ accepts: true })
    expect(names()).not.toContain('guest')
    await round({ accepts: false })
    expect(names()).toContain('guest')
  })

  it('work begins after a tenth of a second at the latest', async () => {
    ask('guest', 'guest')
    overload.accepted()
    working.get('first 1')?.()
    const began = Date.now()
    while (!working.has('guest') && Date.now() - began < 1000) {
      vi.setSystemTime(Date.now() + 9)
      await round({ accepts: true })
    }
    expect(names()).toContain('guest')
    expect(Date.now() - began).toBeGreaterThanOrEqual(100)
  })
})

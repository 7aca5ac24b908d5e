import { describe, expect, it } from 'vitest'
import { createWorkQueue, NobodyWaits, TooBusy } from './workQueue.ts'

/** A task that ends when the test says so. */
function piece() {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const state = { started: false, finish, work: async () => {} }
  state.work = () => {
    state.started = true
    return finished
  }
  return state
}

describe('a queue for heavy work', () => {
  it('runs at most `atOnce` tasks at the same time, in their order', async () => {
    const serializeByKey = createWorkQueue({ atOnce: 2, weight: 100, waiting: 10 })
    const pieces = [piece(), piece(), piece()] as const
    const done = pieces.map(({ work }) => serializeByKey(1, work))
    expect(pieces.map(({ started }) => started)).toEqual([true, true, false])
    pieces[1].finish()
    await done[1]
    expect(pieces[2].started).toBe(true)
    for (const { finish } of pieces) finish()
    await Promise.all(done)
  })

  it('runs two tasks that weigh too much together one after the other, and a task that weighs too much alone', async () => {
    const serializeByKey = createWorkQueue({ atOnce: 2, weight: 100, waiting: 10 })
    const [light, heavy] = [piece(), piece()] as const
    const done = [serializeByKey(1, light.work), serializeByKey(200, heavy.work)]
    expect([light.started, heavy.started]).toEqual([true, false])
    light.finish()
    await done[0]
    expect(heavy.started).toBe(true)
    heavy.finish()
    await done[1]
  })

  it('continues after a task that fails', async () => {
    const serializeByKey = createWorkQueue({ atOnce: 1, weight: 1, waiting: 1 })
    await expect(serializeByKey(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await serializeByKey(1, async () => 'fine')).toBe('fine')
  })

  it('drops tasks whose callers have left, also to make room for others', async () => {
    const schedule = createWorkQueue({ atOnce: 1, weight: 1, waiting: 2 })
    const [running, left, later] = [piece(), piece(), piece()] as const
    const leaving = new AbortController()
    const first = schedule(1, running.work)
    const dropped = [0, 1].map(() => schedule(1, left.work, { owner: 'm', signal: leaving.signal }))
    await expect(schedule(1, later.work)).rejects.toThrow(TooBusy)
    leaving.abort()
    const waiting = schedule(1, later.work)
    for (const one of dropped) await expect(one).rejects.toThrow(NobodyWaits)
    running.finish()
    later.finish()
    await Promise.all([first, waiting])
    expect([left.started, later.started]).toEqual([false, true])
  })

  it('limits the tasks of one owner, but not those of others', async () => {
    const schedule = createWorkQueue({ atOnce: 1, weight: 1, waiting: 10, perOwner: 2 })
    const work = piece()
    const done = [schedule(1, work.work, { owner: 'a' }), schedule(1, work.work, { owner: 'a' })]
    await expect(schedule(1, work.work, { owner: 'a' })).rejects.toThrow(TooBusy)
    for (const owner of ['b', null, undefined]) done.push(schedule(1, work.work, { owner }))
    work.finish()
    await Promise.all(done)
    await schedule(1, work.work, { owner: 'a' })
  })

  it('rejects tasks when it is full', async () => {
    const serializeByKey = createWorkQueue({ atOnce: 1, weight: 1, waiting: 1 })
    const [first, second] = [piece(), piece()] as const
    const done = [serializeByKey(1, first.work), serializeByKey(1, second.work)]
    await expect(serializeByKey(1, async () => {})).rejects.toThrow(TooBusy)
    first.finish()
    second.finish()
    await Promise.all(done)
  })

  it('runs first what comes first, in place of the last of the others if it is full', async () => {
    const queue = createWorkQueue({ atOnce: 1, weight: 1, waiting: 2 })
    const order: string[] = []
    const first = piece()
    const done = [queue(1, first.work)]
    const add = (name: string, isFirst: boolean) => {
      const task = queue(1, async () => void order.push(name), { isFirst })
      done.push(task.catch((error) => void order.push(error instanceof TooBusy ? `not ${name}` : 'failed')))
    }
    for (const name of ['a guess', 'another guess']) add(name, false)
    for (const name of ['the owner', 'a second owner']) add(name, true)
    add('a third owner', true)
    first.finish()
    await Promise.all(done)
    expect(order).toEqual([
      'not another guess',
      'not a guess',
      'not a third owner',
      'the owner',
      'a second owner',
    ])
  })
})

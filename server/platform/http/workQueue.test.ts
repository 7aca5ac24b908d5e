import { describe, expect, it } from 'vitest'
import { createWorkQueue, TooBusy } from './workQueue.ts'

/** A task that the test ends. */
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

  it('goes on after a task that fails', async () => {
    const serializeByKey = createWorkQueue({ atOnce: 1, weight: 1, waiting: 1 })
    await expect(serializeByKey(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await serializeByKey(1, async () => 'fine')).toBe('fine')
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
})

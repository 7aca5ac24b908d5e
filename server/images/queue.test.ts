import { describe, expect, it } from 'vitest'
import { createWorkQueue, TooBusy } from './queue.ts'

/** Work that ends when it is told to. */
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
  it('does no more than so many pieces at once, in the order in which they came', async () => {
    const inTurn = createWorkQueue({ atOnce: 2, weight: 100, waiting: 10 })
    const pieces = [piece(), piece(), piece()] as const
    const done = pieces.map(({ work }) => inTurn(1, work))
    expect(pieces.map(({ started }) => started)).toEqual([true, true, false])
    pieces[1].finish()
    await done[1]
    expect(pieces[2].started).toBe(true)
    for (const { finish } of pieces) finish()
    await Promise.all(done)
  })

  it('does no two pieces together that weigh too much, and one that weighs too much alone', async () => {
    const inTurn = createWorkQueue({ atOnce: 2, weight: 100, waiting: 10 })
    const [light, heavy] = [piece(), piece()] as const
    const done = [inTurn(1, light.work), inTurn(200, heavy.work)]
    expect([light.started, heavy.started]).toEqual([true, false])
    light.finish()
    await done[0]
    expect(heavy.started).toBe(true)
    heavy.finish()
    await done[1]
  })

  it('goes on after work that fails', async () => {
    const inTurn = createWorkQueue({ atOnce: 1, weight: 1, waiting: 1 })
    await expect(inTurn(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await inTurn(1, async () => 'fine')).toBe('fine')
  })

  it('sends away what would wait too long', async () => {
    const inTurn = createWorkQueue({ atOnce: 1, weight: 1, waiting: 1 })
    const [first, second] = [piece(), piece()] as const
    const done = [inTurn(1, first.work), inTurn(1, second.work)]
    await expect(inTurn(1, async () => {})).rejects.toThrow(TooBusy)
    first.finish()
    second.finish()
    await Promise.all(done)
  })
})

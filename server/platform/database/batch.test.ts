import { describe, expect, it } from 'vitest'
import { batched } from './batch.ts'
import type { Db } from './connection.ts'

/** Asks in batches, of which each is answered when the test says so. */
function asking() {
  const batches: { keys: readonly number[]; answer: () => void; fail: () => void }[] = []
  const db = {} as Db
  const askOf = batched(
    (_db, keys: readonly number[]) =>
      new Promise<string[]>((resolve, reject) => {
        batches.push({
          keys,
          answer: () => resolve(keys.map((key) => `answer to ${key}`)),
          fail: () => reject(new Error('no database')),
        })
      }),
  )
  return { ask: (key: number) => askOf(db, key), batches }
}
const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

describe('questions in batches', () => {
  it('share a statement when they are asked in the same turn, and each gets its own answer', async () => {
    const { ask, batches } = asking()
    const answers = Promise.all([3, 1, 3, 2].map((key) => ask(key)))
    await turn()
    expect(batches.map(({ keys }) => keys)).toEqual([[3, 1, 3, 2]])
    batches[0]?.answer()
    expect(await answers).toEqual([3, 1, 3, 2].map((key) => `answer to ${key}`))
  })

  it('wait together while two statements are under way', async () => {
    const { ask, batches } = asking()
    const answers: Promise<string>[] = []
    for (const key of [1, 2, 3, 4]) {
      answers.push(ask(key))
      await turn()
    }
    expect(batches.map(({ keys }) => keys)).toEqual([[1], [2]])
    batches[0]?.answer()
    await answers[0]
    await turn()
    expect(batches.map(({ keys }) => keys)).toEqual([[1], [2], [3, 4]])
    for (const { answer } of batches) answer()
    expect(await Promise.all(answers)).toHaveLength(4)
  })

  it('fail together, and the next ones are asked again', async () => {
    const { ask, batches } = asking()
    const both = Promise.allSettled([ask(1), ask(2)])
    await turn()
    batches[0]?.fail()
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = ask(1)
    await turn()
    batches[1]?.answer()
    expect(await next).toBe('answer to 1')
  })
})

import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { batched, batchedWrites, withoutBatches } from './batch.ts'
import type { Db } from './connection.ts'

/** Queries in batches; each batch is answered when the test says so. */
function asking(options: { isOn?: boolean } = {}) {
  const batches: { keys: readonly number[]; answer: () => void; fail: () => void }[] = []
  const db = options.isOn === false ? withoutBatches({ withoutPlugins: () => ({}) } as Db) : ({} as Db)
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

describe('queries in batches', () => {
  it('share a statement in the same turn of the event loop, and each gets its own result', async () => {
    const { ask, batches } = asking()
    const answers = Promise.all([3, 1, 3, 2].map((key) => ask(key)))
    await turn()
    expect(batches.map(({ keys }) => keys)).toEqual([[3, 1, 3, 2]])
    batches[0]?.answer()
    expect(await answers).toEqual([3, 1, 3, 2].map((key) => `answer to ${key}`))
  })

  it('have a statement each where the operator has turned batches off', async () => {
    const { ask, batches } = asking({ isOn: false })
    const answers = Promise.all([1, 2].map((key) => ask(key)))
    await turn()
    expect(batches.map(({ keys }) => keys)).toEqual([[1], [2]])
    for (const { answer } of batches) answer()
    expect(await answers).toEqual(['answer to 1', 'answer to 2'])
  })

  it('wait together while two statements are running', async () => {
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

  it('fail together, and later ones run again', async () => {
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

describe('queries that may not all share a statement', () => {
  /** Even numbers are one group, odd ones the other; those with the same last digit have the same name. */
  function askingApart() {
    const batches: { keys: readonly number[]; answer: () => void }[] = []
    const askOf = batched(
      (_db, keys: readonly number[]) =>
        new Promise<readonly number[]>((resolve) => {
          batches.push({ keys, answer: () => resolve(keys) })
        }),
      { groupOf: (key) => String(key % 2), nameOf: (key) => String(key % 10) },
    )
    const db = {} as Db
    return { ask: (key: number) => askOf(db, key), batches }
  }

  it('are batched by group, and those with the same name run one after the other', async () => {
    const { ask, batches } = askingApart()
    const keys = [1, 2, 11, 3, 4, 21, 12]
    const answers = Promise.all(keys.map((key) => ask(key)))
    for (let at = 0; at < 5; at += 1) {
      await expect.poll(() => batches.length).toBeGreaterThan(at)
      batches[at]?.answer()
    }
    expect(batches.map((batch) => batch.keys)).toEqual([[1, 3], [2, 4], [11], [12], [21]])
    expect(await answers).toEqual(keys)
  })
})

describe('writes in batches', () => {
  const refused = () => Object.assign(new pg.DatabaseError('canceled', 8, 'error'), { severity: 'ERROR' })
  const lost = () => new Error('Connection terminated unexpectedly')

  /** Stores numbers together; 13 cannot be stored, and whatever shares a statement with it fails as `failure` says. */
  function storing(failure: () => Error) {
    const statements: (readonly number[])[] = []
    const store = async (numbers: readonly number[]) => {
      statements.push(numbers)
      if (numbers.includes(13)) throw failure()
      return numbers.map((number) => `stored ${number}`)
    }
    const write = batchedWrites<number, string>(
      (_db, numbers) => store(numbers),
      async (_db, number) => (await store([number]))[0] ?? '',
    )
    const db = {} as Db
    return { statements, write: (number: number) => write(db, number) }
  }

  it('are each tried alone if PostgreSQL refuses one, so that only that one fails', async () => {
    const { statements, write } = storing(refused)
    const outcomes = await Promise.allSettled([12, 13, 14].map((number) => write(number)))
    expect(statements).toEqual([[12, 13, 14], [12], [13], [14]])
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual([
      'stored 12',
      'failed',
      'stored 14',
    ])
  })

  it('are not repeated after a lost connection, because they may be stored', async () => {
    const { statements, write } = storing(lost)
    const outcomes = await Promise.allSettled([12, 13, 14].map((number) => write(number)))
    expect(statements).toEqual([[12, 13, 14]])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })

  it('wait together while one statement is running', async () => {
    const statements: { numbers: readonly number[]; answer: () => void }[] = []
    const store = batchedWrites<number, number>(
      (_db, numbers) =>
        new Promise((resolve) => {
          statements.push({ numbers, answer: () => resolve(numbers) })
        }),
      async (_db, number) => number,
    )
    const db = {} as Db
    const first = Promise.all([store(db, 1), store(db, 2)])
    await turn()
    const later: Promise<number>[] = []
    for (const number of [3, 4]) {
      later.push(store(db, number))
      await turn()
    }
    expect(statements.map(({ numbers }) => numbers)).toEqual([[1, 2]])
    statements[0]?.answer()
    expect(await first).toEqual([1, 2])
    await expect
      .poll(() => statements.map(({ numbers }) => numbers))
      .toEqual([
        [1, 2],
        [3, 4],
      ])
    statements[1]?.answer()
    expect(await Promise.all(later)).toEqual([3, 4])
  })

  it('do not wait for writes that are tried alone', async () => {
    const never = new Promise<string>(() => {})
    const hanging = batchedWrites<number, string>(
      async () => Promise.reject(refused()),
      async (_db, number) => (number === 13 ? never : `stored ${number}`),
    )
    const db = {} as Db
    for (let pair = 0; pair < 3; pair += 1) {
      void hanging(db, 13)
      expect(await hanging(db, 14)).toBe('stored 14')
    }
  })
})

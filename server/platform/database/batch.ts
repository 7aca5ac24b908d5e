import type { Db } from './connection.ts'

/** So many keys in one statement at most. */
const mostKeys = 100
/** So many statements of one kind at a time; what comes meanwhile waits for the next one. */
const mostStatements = 2

interface Waiting<Key, Result> {
  readonly key: Key
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Puts questions of the same kind that requests ask at the same time into one statement. A question that comes alone waits
 * for nothing but the end of this turn of the event loop.
 *
 * @param ask answers several questions in their order.
 * @returns asks one question. All that shared a statement share its failure.
 */
export function batched<Key, Result>(
  ask: (db: Db, keys: readonly Key[]) => Promise<readonly Result[]>,
): (db: Db, key: Key) => Promise<Result> {
  const queues = new WeakMap<Db, (key: Key) => Promise<Result>>()
  return (db, key) => {
    let add = queues.get(db)
    if (!add) {
      add = queue((keys) => ask(db, keys))
      queues.set(db, add)
    }
    return add(key)
  }
}

function queue<Key, Result>(
  ask: (keys: readonly Key[]) => Promise<readonly Result[]>,
): (key: Key) => Promise<Result> {
  const waiting: Waiting<Key, Result>[] = []
  let isScheduled = false
  let underWay = 0

  const send = async () => {
    isScheduled = false
    if (waiting.length === 0 || underWay >= mostStatements) return
    const batch = waiting.splice(0, mostKeys)
    underWay += 1
    if (waiting.length > 0) schedule()
    try {
      const results = await ask(batch.map(({ key }) => key))
      if (results.length !== batch.length) throw new Error('Not every question of a batch has an answer.')
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      underWay -= 1
      schedule()
    }
  }
  const schedule = () => {
    if (isScheduled || waiting.length === 0 || underWay >= mostStatements) return
    isScheduled = true
    // `send` handles its own failures.
    setImmediate(() => void send())
  }
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      schedule()
    })
}

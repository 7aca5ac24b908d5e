import { type Db, isUndone } from './connection.ts'

/** So many keys in one statement at most. */
const mostKeys = 100
/** So many statements of one kind at a time; what comes meanwhile waits for the next one. */
const mostStatements = 2

interface Waiting<Key, Result> {
  readonly key: Key
  readonly resolve: (result: Result | Promise<Result>) => void
  readonly reject: (error: unknown) => void
}

/** Which questions may share a statement. By default all may. */
interface Sharing<Key> {
  /** Only those of one group share a statement. */
  readonly groupOf?: (key: Key) => string
  /** Those with one name are asked one after the other. */
  readonly nameOf?: (key: Key) => string | null
}

/** An answer that is still to come is waited for by whoever asked, and not by the next statement. */
type Ask<Key, Result> = (db: Db, keys: readonly Key[]) => Promise<readonly (Result | Promise<Result>)[]>

/**
 * Puts questions of the same kind that requests ask at the same time into one statement. A question that comes alone waits
 * for nothing but the end of this turn of the event loop.
 *
 * @param ask answers several questions in their order.
 * @returns asks one question. All that shared a statement share its failure.
 */
export function batched<Key, Result>(
  ask: Ask<Key, Result>,
  sharing: Sharing<Key> = {},
): (db: Db, key: Key) => Promise<Result> {
  const queues = new WeakMap<Db, (key: Key) => Promise<Result>>()
  return (db, key) => {
    let add = queues.get(db)
    if (!add) {
      add = queue((keys) => ask(db, keys), sharing)
      queues.set(db, add)
    }
    return add(key)
  }
}

/**
 * Puts writes of the same kind that come at the same time into one statement, and so into one transaction. Where that fails
 * with nothing written, each is tried in a statement of its own, so that none can harm the others.
 *
 * @param write makes several writes, and gives their results in order.
 * @param writeAlone makes one, and may wait for locks longer than those who share a statement with it would like to.
 */
export function batchedWrites<Write, Result>(
  write: (db: Db, writes: readonly Write[]) => Promise<readonly Result[]>,
  writeAlone: (db: Db, write: Write) => Promise<Result>,
  sharing: Sharing<Write> = {},
): (db: Db, write: Write) => Promise<Result> {
  const eachAlone = (db: Db, writes: readonly Write[]) => writes.map((one) => writeAlone(db, one))
  return batched<Write, Result>(async (db, writes) => {
    if (writes.length === 1) return eachAlone(db, writes)
    try {
      return await write(db, writes)
    } catch (error) {
      if (!isUndone(error)) throw error
      return eachAlone(db, writes)
    }
  }, sharing)
}

function queue<Key, Result>(
  ask: (keys: readonly Key[]) => ReturnType<Ask<Key, Result>>,
  { groupOf = () => '', nameOf = () => null }: Sharing<Key>,
): (key: Key) => Promise<Result> {
  let waiting: Waiting<Key, Result>[] = []
  let isScheduled = false
  let underWay = 0
  /** Of the questions that are not answered yet. */
  const namesUnderWay = new Set<string>()

  /** The next questions that may share a statement, in the order in which they came; none overtakes one of its name. */
  const takeBatch = (): Waiting<Key, Result>[] => {
    const batch: Waiting<Key, Result>[] = []
    const later: Waiting<Key, Result>[] = []
    const names = new Set(namesUnderWay)
    for (const one of waiting) {
      const name = nameOf(one.key)
      const mayGo = batch.length < mostKeys && !(name !== null && names.has(name))
      if (mayGo && groupOf(one.key) === groupOf((batch[0] ?? one).key)) batch.push(one)
      else later.push(one)
      if (name !== null) names.add(name)
    }
    waiting = later
    return batch
  }

  const send = async () => {
    isScheduled = false
    if (underWay >= mostStatements) return
    const batch = takeBatch()
    if (batch.length === 0) return
    underWay += 1
    if (waiting.length > 0) schedule()
    const names = batch.map(({ key }) => nameOf(key))
    for (const name of names) if (name !== null) namesUnderWay.add(name)
    const answered = (at: number) => {
      namesUnderWay.delete(names[at] ?? '')
      schedule()
    }
    try {
      const results = await ask(batch.map(({ key }) => key))
      if (results.length !== batch.length) throw new Error('Not every question of a batch has an answer.')
      for (const [at, { resolve }] of batch.entries()) {
        const result = Promise.resolve(results[at] as Result | Promise<Result>)
        resolve(result)
        result.finally(() => answered(at)).catch(() => {})
      }
    } catch (error) {
      for (const [at, { reject }] of batch.entries()) {
        reject(error)
        answered(at)
      }
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

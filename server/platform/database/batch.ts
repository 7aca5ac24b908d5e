import { type Db, isUndone } from './connection.ts'

/** The maximum number of keys in one statement. */
const mostKeys = 100
/** The maximum number of concurrent statements of one kind; further queries wait for the next statement. */
const mostStatements = 2
/** The maximum number of those of `batchedWrites`: only one, so that more writes share it, which costs a fifth less CPU time. */
const mostStatementsOfWrites = 1

/** How long a statement of `batchedWrites` waits for a lock. After that, each write waits in a statement of its own. */
export const lockTimeoutInBatch = '500ms'

const unshared = new WeakSet<Db>()

/** The same database, on which no queries share a statement. */
export function withoutBatches(db: Db): Db {
  const other = db.withoutPlugins()
  unshared.add(other)
  return other
}

interface Waiting<Key, Result> {
  readonly key: Key
  readonly resolve: (result: Result | Promise<Result>) => void
  readonly reject: (error: unknown) => void
}

/** Which queries may share a statement. By default all may. */
interface Sharing<Key> {
  /** Only queries of the same group share a statement. */
  readonly groupOf?: (key: Key) => string
  /** Queries with the same name run one after the other. */
  readonly nameOf?: (key: Key) => string | null
  /** How many statements may run at the same time. */
  readonly atOnce?: number
}

/** A result may be a promise. Only its caller waits for it, not the next statement. */
type Ask<Key, Result> = (db: Db, keys: readonly Key[]) => Promise<readonly (Result | Promise<Result>)[]>

/**
 * Combines concurrent queries of the same kind into one statement (micro-batching). A single query waits only for the end of
 * this turn of the event loop.
 *
 * @param ask runs several queries and returns their results in order.
 * @returns a function that runs one query. Queries that share a statement share its failure.
 */
export function batched<Key, Result>(
  ask: Ask<Key, Result>,
  sharing: Sharing<Key> = {},
): (db: Db, key: Key) => Promise<Result> {
  const queues = new WeakMap<Db, (key: Key) => Promise<Result>>()
  return (db, key) => {
    let add = queues.get(db)
    if (!add) {
      add = queue((keys) => ask(db, keys), { ...sharing, most: unshared.has(db) ? 1 : mostKeys })
      queues.set(db, add)
    }
    return add(key)
  }
}

/**
 * Combines concurrent lookups by a unique key into one statement.
 *
 * @param find returns the rows that exist for these keys, in any order.
 */
export const batchedByKey = <Row>(
  find: (db: Db, keys: readonly string[]) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): ((db: Db, key: string) => Promise<Row | undefined>) =>
  batched(async (db, keys) => {
    const rows = new Map((await find(db, keys)).map((row) => [keyOf(row), row]))
    return keys.map((key) => rows.get(key))
  })

/**
 * Combines concurrent writes of the same kind into one statement and transaction. If that fails and is rolled back,
 * each write is tried in a statement of its own, so that one cannot make the others fail.
 *
 * @param write performs several writes and returns their results in order.
 * @param writeAlone performs one write, and may wait longer for locks than a shared statement should.
 */
export function batchedWrites<Write, Result>(
  write: (db: Db, writes: readonly Write[]) => Promise<readonly Result[]>,
  writeAlone: (db: Db, write: Write) => Promise<Result>,
  sharing: Sharing<Write> = {},
): (db: Db, write: Write) => Promise<Result> {
  const eachAlone = (db: Db, writes: readonly Write[]) => writes.map((one) => writeAlone(db, one))
  return batched<Write, Result>(
    async (db, writes) => {
      if (writes.length === 1) return eachAlone(db, writes)
      try {
        return await write(db, writes)
      } catch (error) {
        // In a transaction, all of that is undone, not the statement alone.
        if (!isUndone(error) || db.isTransaction) throw error
        return eachAlone(db, writes)
      }
    },
    { ...sharing, atOnce: mostStatementsOfWrites },
  )
}

function queue<Key, Result>(
  ask: (keys: readonly Key[]) => ReturnType<Ask<Key, Result>>,
  {
    groupOf = () => '',
    nameOf = () => null,
    atOnce = mostStatements,
    most,
  }: Sharing<Key> & { readonly most: number },
): (key: Key) => Promise<Result> {
  let waiting: Waiting<Key, Result>[] = []
  let isScheduled = false
  let underWay = 0
  /** Names of the queries that are running. */
  const namesUnderWay = new Set<string>()

  /** The next queries that may share a statement, in order of arrival; none overtakes another one with the same name. */
  const takeBatch = (): Waiting<Key, Result>[] => {
    const batch: Waiting<Key, Result>[] = []
    const later: Waiting<Key, Result>[] = []
    const names = new Set(namesUnderWay)
    for (const one of waiting) {
      const name = nameOf(one.key)
      const mayGo = batch.length < most && !(name !== null && names.has(name))
      if (mayGo && groupOf(one.key) === groupOf((batch[0] ?? one).key)) batch.push(one)
      else later.push(one)
      if (name !== null) names.add(name)
    }
    waiting = later
    return batch
  }

  const send = async () => {
    isScheduled = false
    if (underWay >= atOnce) return
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
      if (results.length !== batch.length) throw new Error('The results of a batch do not match its queries.')
      for (const [at, each] of results.entries()) {
        batch[at]?.resolve(each)
        const free = () => answered(at)
        // A result that is there already needs no promise.
        if (each instanceof Promise) each.then(free, free)
        else free()
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
    if (isScheduled || waiting.length === 0 || underWay >= atOnce) return
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

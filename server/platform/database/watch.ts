import type pg from 'pg'
import { DatabaseClient } from './client.ts'

/** State that a process caches in memory and that other processes change in the database. */
export interface Watched {
  /** The `notify` channel of changes; letters and underscores. */
  readonly channel: string
  /**
   * Loads the changes. Called with every notification, after every new connection, and every ten seconds to notice a silently broken one.
   *
   * @param isNew whether this is the first load on this connection, so notifications may have been missed before.
   */
  read(client: pg.Client, isNew: boolean): Promise<void>
  /** Called every second while the database does not answer, because changes may be missed. */
  doubt?(): void
}

/** The connection on which a process receives notifications of changes. */
export interface DatabaseWatch {
  /** @returns when it was read for the first time. @throws what reading throws. */
  add(watched: Watched): Promise<WatchedInMemory>
  close(): Promise<void>
}

export interface WatchedInMemory {
  /** Loads all committed changes now. Does nothing if the database is down. */
  refresh(): Promise<void>
  remove(): void
}

/** PostgreSQL loses no notification of a working connection, so reading more often would only cost. */
const readIntervalMs = 10_000
const doubtIntervalMs = 1000
const reconnectMs = 500
/** After this time without an answer, the connection counts as lost, because a broken connection may report no error. */
const queryTimeoutMs = 10_000

interface Entry {
  readonly watched: Watched
  isNew: boolean
  /** Whether another load is requested and has not begun. */
  isReadAwaited: boolean
  isBusy: boolean
  reading: Promise<void>
}

/**
 * Opens the connection on which this process receives notifications. It is separate from the pool, so it does not wait for requests.
 * It must lead to PostgreSQL directly or through a pooler in session mode (`listen` needs one).
 *
 * @param log receives messages for the operator.
 * @throws when the database does not answer at the start.
 */
export async function watchDatabase(
  connection: pg.ClientConfig,
  log: (line: string) => void,
): Promise<DatabaseWatch> {
  const entries = new Set<Entry>()
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let doubting: NodeJS.Timeout | undefined
  let isClosed = false

  /** The running and queued work of the connection, which executes one statement at a time. */
  let atWork: Promise<unknown> = Promise.resolve()
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = atWork.then(work)
    atWork = turn.catch(() => {})
    return turn
  }

  /** Callers share the next load if it has not begun. Never rejects: `lose` handles a failure. */
  function refresh(entry: Entry): Promise<void> {
    if (entry.isReadAwaited) return entry.reading
    entry.isReadAwaited = true
    doubtWhileSilent()
    entry.reading = inTurn(async () => {
      entry.isReadAwaited = false
      const current = client
      if (current) await readOn(current, entry).catch((error) => lose(current, error))
    })
    return entry.reading
  }

  /** Every second, while the database does not answer. */
  function doubtWhileSilent(): void {
    doubting ??= setInterval(() => {
      const silent = [...entries].filter(({ isBusy, isReadAwaited }) => !client || isBusy || isReadAwaited)
      for (const { watched } of silent) watched.doubt?.()
      if (silent.length > 0) return
      clearInterval(doubting)
      doubting = undefined
    }, doubtIntervalMs)
  }

  async function readOn(current: pg.Client, entry: Entry): Promise<void> {
    entry.isBusy = true
    try {
      await entry.watched.read(current, entry.isNew)
      entry.isNew = false
    } finally {
      entry.isBusy = false
    }
  }

  async function connect(): Promise<void> {
    const next = new DatabaseClient({
      ...connection,
      connectionTimeoutMillis: 5000,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
    })
    next.on('error', (error) => lose(next, error))
    next.on('end', () => lose(next, new Error('The connection has ended')))
    next.on('notification', ({ channel }) => {
      for (const entry of entries) if (entry.watched.channel === channel) void refresh(entry)
    })
    try {
      await next.connect()
      for (const entry of entries) {
        await next.query(`listen ${entry.watched.channel}`)
        entry.isNew = true
        await readOn(next, entry)
      }
      if (isClosed) throw new Error('The watch was closed')
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    client = next
    // For notifications that arrived before `client` was set.
    for (const entry of entries) await refresh(entry)
  }

  function lose(lost: pg.Client, error: Error): void {
    if (client !== lost || isClosed) return
    client = null
    lost.end().catch(() => {})
    log(
      `Changes by others, such as new IP blocks, are not seen until the database answers again: ${error.message}`,
    )
    doubtWhileSilent()
    connectLater()
  }

  function connectLater(): void {
    retry = setTimeout(() => {
      connect().catch(() => {
        if (!isClosed) connectLater()
      })
    }, reconnectMs)
  }

  await connect()
  const timer = setInterval(() => {
    if (client) for (const entry of entries) void refresh(entry)
  }, readIntervalMs)
  return {
    async add(watched) {
      const entry: Entry = {
        watched,
        isNew: true,
        isReadAwaited: false,
        isBusy: false,
        reading: Promise.resolve(),
      }
      const current = client
      if (!current) throw new Error('The database does not answer')
      entries.add(entry)
      try {
        await inTurn(async () => {
          await current.query(`listen ${watched.channel}`)
          await readOn(current, entry)
        })
      } catch (error) {
        entries.delete(entry)
        throw error
      }
      return { refresh: () => refresh(entry), remove: () => void entries.delete(entry) }
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      clearInterval(doubting)
      clearTimeout(retry)
      for (const { reading } of entries) await reading
      await client?.end()
    },
  }
}

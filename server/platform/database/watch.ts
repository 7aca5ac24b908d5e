import type pg from 'pg'
import { DatabaseClient } from './client.ts'

/** Something that a process keeps in memory, and that other processes change in the database. */
export interface Watched {
  /** On which PostgreSQL notifies of changes; letters and underscores. */
  readonly channel: string
  /**
   * Reads what has changed. Called with every notification, and every second in case that one was lost.
   *
   * @param isNew this connection has read nothing before, so nothing that is known from an earlier one is certain.
   */
  read(client: pg.Client, isNew: boolean): Promise<void>
  /** For as long as the database does not answer: nobody knows whether anything has changed. Called every second. */
  doubt?(): void
}

/** The one connection on which a process learns of changes. */
export interface DatabaseWatch {
  /** @returns when it was read for the first time. @throws what reading throws. */
  add(watched: Watched): Promise<WatchedInMemory>
  close(): Promise<void>
}

export interface WatchedInMemory {
  /** Reads now, with all that is committed. When the database is away, nothing changes. */
  refresh(): Promise<void>
  remove(): void
}

const readIntervalMs = 1000
const reconnectMs = 500
/** After this time the connection counts as lost: one whose other end is gone reports no error. */
const queryTimeoutMs = 10_000

interface Entry {
  readonly watched: Watched
  isNew: boolean
  /** A reading has been asked for and has not begun. */
  isReadAwaited: boolean
  isBusy: boolean
  reading: Promise<void>
}

/**
 * Opens the connection on which this process learns what others change. It is its own, so that it need not wait behind requests.
 * It must lead to PostgreSQL itself or through a pooler that keeps sessions together (`listen`).
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
  let isClosed = false

  /** What the connection does now and will do. A connection answers one statement after the other. */
  let atWork: Promise<unknown> = Promise.resolve()
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = atWork.then(work)
    atWork = turn.catch(() => {})
    return turn
  }

  /** Callers that come before the next reading has begun share it. Never rejects: `lose` handles a failure. */
  function refresh(entry: Entry): Promise<void> {
    if (entry.isReadAwaited) return entry.reading
    entry.isReadAwaited = true
    entry.reading = inTurn(async () => {
      entry.isReadAwaited = false
      const current = client
      if (current) await readOn(current, entry).catch((error) => lose(current, error))
    })
    return entry.reading
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
    // For notifications that came while `client` was not set yet.
    for (const entry of entries) await refresh(entry)
  }

  function lose(lost: pg.Client, error: Error): void {
    if (client !== lost || isClosed) return
    client = null
    lost.end().catch(() => {})
    log(
      `Changes by others, such as new IP blocks, are not seen until the database answers again: ${error.message}`,
    )
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
    for (const entry of entries) {
      // A second was not enough for the last reading.
      if (!client || entry.isBusy || entry.isReadAwaited) entry.watched.doubt?.()
      else void refresh(entry)
    }
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
      clearTimeout(retry)
      for (const { reading } of entries) await reading
      await client?.end()
    },
  }
}

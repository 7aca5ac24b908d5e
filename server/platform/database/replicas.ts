import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseClient } from './client.ts'
import { type Db, noticingSilence, openDatabase } from './connection.ts'

/** A position in the write-ahead log (LSN), in bytes from its beginning. */
export type WalPosition = number

/** A replica picked for one query. */
export interface Replica {
  readonly db: Db
  /** It has replayed at least up to here. */
  readonly replayed: WalPosition
  /** Report that it did not answer; it is not picked again until a check succeeds. */
  leaveOut(): void
}

/** The replicas of the primary database, for queries that accept data a few seconds old. */
export interface Replicas {
  /** The number of replicas, usable or not. */
  readonly count: number
  /** A replica with an acceptable lag that has replayed this position, by round robin; null if there is none. */
  pick(position: WalPosition): Replica | null
  /**
   * For when the primary is down: a replica that has replayed everything the primary had written when it last answered, which was
   * checked every half second; null if there is none.
   */
  pickLatest(): Replica | null
  /**
   * Whether the primary is down or read-only. If it was, it is checked again now, waiting at most a tenth of a second, so that
   * writers see their own writes as soon as it is back.
   */
  isPrimaryAway(): Promise<boolean>
  /** From now on, only replicas that have replayed this position are picked. */
  require(position: WalPosition): void
  /** The longest time that a queued query has waited for a connection to a replica so far, in milliseconds. */
  waitingMs(): number
  close(): Promise<void>
}

/** Without replicas, everything is read from the primary. */
export const noReplicas: Replicas = {
  count: 0,
  pick: () => null,
  pickLatest: () => null,
  isPrimaryAway: async () => false,
  require: () => {},
  waitingMs: () => 0,
  close: async () => {},
}

const checkMs = 500
/** A server without an answer to a check for this long counts as down. */
const checkTimeoutMs = 1000
const answerNowMs = 100
/** More than the longest configurable lag. */
const rememberedMs = 120_000

/** At the time `askedAt` (of `performance.now()`), the primary's log had reached at least this position. */
interface Sample {
  readonly askedAt: number
  readonly position: WalPosition
}

/** The flush position: only flushed changes are committed and sent to replicas. */
const primaryStatement = `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0') as position`
/** Null if the server is not a replica any more. */
const replicaStatement = `select case when pg_is_in_recovery()
  then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') end as position`

/**
 * Connects to replicas, and compares their log positions with the primary's every half second. The lag of a replica is the age of
 * the latest primary position that it has replayed, so only the clock of this process is needed. While the primary is down, the lag
 * is unknown, and the replicas that were near when it last answered are used.
 *
 * @param primary connection settings of the primary.
 * @param options.connections size of the pool of each replica.
 * @param options.log receives messages for the operator.
 * @see https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-RECOVERY-CONTROL
 */
export function openReplicas(
  primary: pg.ClientConfig,
  replicas: readonly pg.ClientConfig[],
  options: { connections: number; lagSeconds: number; log: (line: string) => void },
): Replicas {
  if (replicas.length === 0) return noReplicas
  const lagMs = options.lagSeconds * 1000
  /** In order of time; never empty once the primary has answered. */
  let samples: Sample[] = []
  let isPrimaryAway = false

  const primaryCheck = checkPosition(primary, primaryStatement, {
    answered(position, askedAt) {
      // A read-only server, after a failover, is not the primary.
      isPrimaryAway = position === null
      if (position === null) return
      samples = samples.filter((sample) => sample.askedAt > askedAt - rememberedMs)
      samples.push({ askedAt, position })
    },
    failed() {
      isPrimaryAway = true
    },
  })

  /** Until when a replica that has replayed this position is near enough, by `performance.now()`. */
  function nearUntil(replayed: WalPosition, answeredAt: number): number {
    const shown = samples.findLast(({ position }) => position <= replayed)
    const last = samples.at(-1)
    if (!shown || !last) return Number.NEGATIVE_INFINITY
    if (!isPrimaryAway) return shown.askedAt + lagMs
    return last.askedAt - shown.askedAt <= lagMs ? answeredAt + lagMs : Number.NEGATIVE_INFINITY
  }

  const opened = replicas.map((connection, index) => {
    const database = openDatabase(connection, { connections: options.connections })
    const name = `replica ${index + 1} of DATABASE_REPLICA_URLS`
    let replayed: WalPosition | null = null
    let answeredAt = 0
    let state = ''

    const isNear = (): boolean => replayed !== null && performance.now() <= nearUntil(replayed, answeredAt)
    const report = (next: string) => {
      if (next !== state) options.log(`${name} ${next}`)
      state = next
    }
    const check = checkPosition(connection, replicaStatement, {
      answered(position, askedAt) {
        replayed = position
        answeredAt = askedAt
        if (position === null) report('is not used: it is not a replica.')
        // Before the primary has answered, the lag is unknown.
        else if (samples.length > 0) report(isNear() ? 'is used.' : 'is not used: it is too far behind.')
      },
      failed() {
        replayed = null
        report('is not used: it does not answer.')
      },
    })
    return {
      database,
      check,
      use(position: WalPosition): Replica | null {
        if (replayed === null || replayed < position || !isNear()) return null
        return {
          db: database.db,
          replayed,
          leaveOut() {
            replayed = null
          },
        }
      },
    }
  })

  let turn = 0
  let required: WalPosition = 0
  const pick = (position: WalPosition): Replica | null => {
    turn = (turn + 1) % opened.length
    for (const each of [...opened.slice(turn), ...opened.slice(0, turn)]) {
      const replica = each.use(Math.max(position, required))
      if (replica) return replica
    }
    return null
  }
  return {
    count: opened.length,
    pick,
    pickLatest() {
      const last = samples.at(-1)
      return last ? pick(last.position) : null
    },
    async isPrimaryAway() {
      if (isPrimaryAway)
        await Promise.race([primaryCheck.now(), pause(answerNowMs, undefined, { ref: false })])
      return isPrimaryAway
    },
    require(position) {
      required = position
    },
    waitingMs: () => Math.max(...opened.map(({ database }) => database.waitingMs())),
    async close() {
      await Promise.all([primaryCheck.close(), ...opened.map(({ check }) => check.close())])
      await Promise.all(opened.map(({ database }) => database.close()))
    },
  }
}

/**
 * Queries the log position of a server every half second, on a connection of its own, which is replaced when it is lost.
 *
 * @param to.answered gets null if the server has no position, and the time of the query by `performance.now()`.
 * @param to.failed called when the connection is lost, and for each check without an answer.
 */
function checkPosition(
  connection: pg.ClientConfig,
  statement: string,
  to: { answered: (position: WalPosition | null, askedAt: number) => void; failed: () => void },
): {
  /** Checks now. Resolves at the end of a check that began after the call; never rejects. */
  now(): Promise<void>
  close(): Promise<void>
} {
  const closing = new AbortController()
  let client: pg.Client | null = null

  function lose(lost: pg.Client): void {
    if (client !== lost || closing.signal.aborted) return
    client = null
    lost.end().catch(() => {})
    to.failed()
  }

  async function connect(): Promise<pg.Client> {
    const next = new DatabaseClient({
      ...connection,
      ...noticingSilence(checkTimeoutMs),
      connectionTimeoutMillis: checkTimeoutMs,
    })
    client = next
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    await next.connect()
    return next
  }

  async function check(): Promise<void> {
    const askedAt = performance.now()
    const current = client ?? (await connect())
    const { rows } = await current.query<{ position: string | null }>({ name: 'position', text: statement })
    const position = rows[0]?.position ?? null
    if (client === current) to.answered(position === null ? null : Number(position), askedAt)
  }

  let current = Promise.resolve()
  let next: Promise<void> | null = null
  function now(): Promise<void> {
    next ??= current.then(() => {
      next = null
      current = check().catch(() => {
        if (client) lose(client)
      })
      return current
    })
    return next
  }

  async function repeat(): Promise<void> {
    while (!closing.signal.aborted) {
      await now()
      await pause(checkMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  const repeating = repeat()
  return {
    now,
    async close() {
      closing.abort()
      await repeating
      await client?.end().catch(() => {})
    },
  }
}

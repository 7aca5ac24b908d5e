import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseClient } from './client.ts'
import { type Db, noticingSilence, openDatabase } from './connection.ts'

/** A place in the write-ahead log (LSN), in bytes from its beginning. */
export type WalPosition = number

/** A replica for one reading. */
export interface Replica {
  readonly db: Db
  /** It shows at least what was committed up to here. */
  readonly replayed: WalPosition
  /** It did not answer: nobody gets it until it has answered a check. */
  leaveOut(): void
}

/** The replicas of the primary database, for reading what may be old. */
export interface Replicas {
  /** How many there are, whether they can be used or not. */
  readonly count: number
  /** One that is near enough to the primary and has replayed this, in turn; null where there is none. */
  pick(position: WalPosition): Replica | null
  /**
   * While the primary is away: one that has replayed all that the primary had written when it was last seen, half a second before at
   * most; null where there is none.
   */
  pickLatest(): Replica | null
  /**
   * Whether the primary does not answer, or only reads. Where it was away, it is asked again now, so that nobody who has written since it
   * came back reads what is older; a tenth of a second is waited for the answer.
   */
  isPrimaryAway(): Promise<boolean>
  /** From now on only those are picked that have replayed this, too. */
  require(position: WalPosition): void
  /** How long the query has waited that has waited longest for a connection to any of them, in milliseconds. */
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
/** What has not answered a check for so long is away. */
const checkTimeoutMs = 1000
const answerNowMs = 100
/** More than the longest lag that can be chosen. */
const rememberedMs = 120_000

/** The primary's log ended here, or after it, at the time `askedAt` of `performance.now()`. */
interface Sample {
  readonly askedAt: number
  readonly position: WalPosition
}

/** What is flushed is committed, and what is not is sent to no replica. */
const primaryStatement = `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0') as position`
/** No position where it is no replica any more. */
const replicaStatement = `select case when pg_is_in_recovery()
  then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') end as position`

/**
 * Connects to replicas, and asks them and the primary every half second how far they are. A replica shows all that was committed
 * before a moment when it has replayed what the primary had written at that moment, so no clock but that of this process is needed. It is
 * used while that moment is not longer ago than the lag. While the primary is away nothing is written and the lag cannot be known:
 * those are used that were near when it was last seen.
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
  /** In the order of time; never empty once the primary has answered. */
  let samples: Sample[] = []
  let isPrimaryAway = false

  const primaryCheck = checkPosition(primary, primaryStatement, {
    answered(position, askedAt) {
      // A server that reads only, after a failover, is not the primary.
      isPrimaryAway = position === null
      if (position === null) return
      samples = samples.filter((sample) => sample.askedAt > askedAt - rememberedMs)
      samples.push({ askedAt, position })
    },
    failed() {
      isPrimaryAway = true
    },
  })

  /** Until when the lag of a replica is short enough that has replayed this, by `performance.now()`. */
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
    const tell = (next: string) => {
      if (next !== state) options.log(`${name} ${next}`)
      state = next
    }
    const check = checkPosition(connection, replicaStatement, {
      answered(position, askedAt) {
        replayed = position
        answeredAt = askedAt
        if (position === null) tell('is left out: it is not a replica.')
        // Before the primary has answered, nobody knows.
        else if (samples.length > 0) tell(isNear() ? 'is used.' : 'is left out: it is too far behind.')
      },
      failed() {
        replayed = null
        tell('is left out: it does not answer.')
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
 * Asks a server every half second for a position, on a connection of its own, which is replaced when it is lost.
 *
 * @param to.answered null: the server has none. `askedAt` is when it was asked, by `performance.now()`.
 * @param to.failed called at once when the connection is lost, and for each check without an answer.
 */
function checkPosition(
  connection: pg.ClientConfig,
  statement: string,
  to: { answered: (position: WalPosition | null, askedAt: number) => void; failed: () => void },
): {
  /** Asks now. Resolves with the end of a check that has begun after the call; never rejects. */
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

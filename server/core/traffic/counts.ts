import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { networksOf } from '../../platform/http/networks.ts'
import { deletedData } from '../retention/periods.ts'
import { addTrafficCounts } from './addTrafficCounts.sql.ts'

const writeAfterMs = 60_000
/** Beyond this number of each kind in one minute, further ones are not counted. */
const namesMost = 2000
/** How many are stored for each kind and minute: those that cost most. */
const storedMost = 100
const agentMaxLength = 150

interface Count {
  requests: number
  milliseconds: number
  challenges: number
  solved: number
}

type Counted = Pick<FastifyRequest, 'ip' | 'headers'>
type Kind = 'network' | 'agent'

/** A control character ends what is shown of a User-Agent; PostgreSQL stores no null character. */
const agentOf = ({ headers }: Counted): string =>
  (headers['user-agent'] ?? '').replace(/[^\x20-\x7e].*$/s, '').slice(0, agentMaxLength)

/**
 * What networks and programs request and what that costs. It is counted in memory and added up in the database once a minute, if there
 * was anything (write-behind). A crash loses the last minute. Answers from a cache cost nothing, and are not counted.
 */
export class TrafficCounts {
  readonly #db: Db
  readonly #failed: (error: unknown) => void
  #counts: Record<Kind, Map<string, Count>> = { network: new Map(), agent: new Map() }
  #timer: NodeJS.Timeout | undefined

  /** @param failed receives errors; counts that could not be written are dropped. */
  constructor(db: Db, failed: (error: unknown) => void) {
    this.#db = db
    this.#failed = failed
  }

  /** A request that was not answered from a cache, with the time it took, apart from waiting. */
  noteRequest(request: Counted, milliseconds: number): void {
    this.#change(request, (count) => {
      count.requests += 1
      count.milliseconds += milliseconds
    })
  }

  /** A page that checks the browser. */
  noteChallenge(request: Counted): void {
    this.#change(request, (count) => {
      count.challenges += 1
    })
  }

  /** A browser that has proved itself. */
  noteSolved(request: Counted): void {
    this.#change(request, (count) => {
      count.solved += 1
    })
  }

  #change(request: Counted, change: (count: Count) => void): void {
    this.#timer ??= setTimeout(() => void this.write(), writeAfterMs).unref()
    for (const [kind, name] of [
      ['network', networksOf(request.ip).wide],
      ['agent', agentOf(request)],
    ] as const) {
      const counts = this.#counts[kind]
      const count = counts.get(name)
      if (count) change(count)
      else if (counts.size < namesMost) {
        const first = { requests: 0, milliseconds: 0, challenges: 0, solved: 0 }
        change(first)
        counts.set(name, first)
      }
    }
  }

  /** Adds up in the database what was counted. Never rejects. */
  async write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const counts = this.#counts
    this.#counts = { network: new Map(), agent: new Map() }
    const rows = (['network', 'agent'] as const).flatMap((kind) =>
      [...counts[kind]]
        .map(([name, count]) => ({ kind, name, ...count }))
        .sort((one, other) => other.milliseconds - one.milliseconds || other.challenges - one.challenges)
        .slice(0, storedMost),
    )
    if (rows.length === 0) return
    await queryRows(this.#db, addTrafficCounts, {
      kinds: rows.map(({ kind }) => kind),
      names: rows.map(({ name }) => name),
      requests: rows.map(({ requests }) => requests),
      milliseconds: rows.map(({ milliseconds }) => Math.round(milliseconds)),
      challenges: rows.map(({ challenges }) => challenges),
      solved: rows.map(({ solved }) => solved),
    }).catch(this.#failed)
  }
}

/** Deletes the counts of more than a day ago. */
export async function deleteOldTraffic(db: Db): Promise<void> {
  const { hours } = deletedData.traffic.kept
  await sql`delete from traffic_counts where at < now() - make_interval(hours => ${sql.lit(hours)})`.execute(
    db,
  )
}

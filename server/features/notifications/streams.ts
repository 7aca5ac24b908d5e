import { PassThrough, type Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import type { IpBlocks } from '../../platform/http/ipBlocks.ts'

const pollMs = 500
/** Reports are counted only once per this many polls, because moderators do not have to know within a second. */
const pollsPerReportCount = 6
/** Counting of posts and comments with open reports stops here, and that of what waits for review. */
const openReportsMax = 1000
/** Proxies close connections that are silent for a minute. */
const heartbeatMs = 25_000
/** The time after which a browser reconnects. */
const retryMs = 3000
/** A browser needs one stream. */
const perMember = 10
const perProcess = 5000
/** A client with more unread bytes than this is disconnected. */
const unreadBytes = 4096

interface Listener {
  readonly memberId: string
  /** The session id's hash in hexadecimal, as `findCounts` returns it. */
  readonly session: string
  readonly ip: string
  readonly stream: PassThrough
  /** The count that was sent last; null before the first. */
  newCount: number | null
  /** The last sent number of posts and comments with open reports, and of those that wait for review; null before the first, and for members who moderate nothing. */
  openReports: number | null
}

interface Counts {
  readonly newCount: number
  /** Null for members who moderate nothing; undefined if reports were not counted in this poll. */
  readonly openReports: number | null | undefined
}

/** Streams of a member's count of new notifications, and of open reports in the communities that they moderate. */
export interface CountStreams {
  /** Opens a stream; null when the member or the process has too many. */
  open(listener: { memberId: string; sessionIdHash: Buffer; ip: string }): Readable | null
  /** The number of open streams. */
  count(): number
  /** Ends all streams. */
  close(): void
}

/**
 * Streams of server-sent events in this process. While there are any, one query by primary keys polls the counts of all
 * of them twice a second. PostgreSQL's `notify` would need no polling, but it serializes all commits of the database.
 *
 * A stream ends with its session, and when its IP address is blocked. While the database cannot be reached, streams stay
 * open; the next successful poll sends the counts that have changed.
 */
export function createCountStreams(
  { db, ipBlocks }: { db: Db; ipBlocks: Pick<IpBlocks, 'isBlocked'> },
  bounds = { perMember, perProcess, unreadBytes },
): CountStreams {
  const listeners = new Set<Listener>()
  let timer: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let polls = 0

  const write = ({ stream }: Listener, text: string) => {
    if (stream.writableLength + stream.readableLength > bounds.unreadBytes) stream.destroy()
    else stream.write(text)
  }

  async function pollCounts(): Promise<void> {
    for (const { ip, stream } of listeners) if (ipBlocks.isBlocked(ip)) stream.end()
    const active = [...listeners].filter(({ stream }) => stream.writable)
    // A new listener does not wait for the next count of reports.
    const countsReports =
      polls % pollsPerReportCount === 0 || active.some(({ newCount }) => newCount === null)
    polls += 1
    const sessions = [...new Set(active.map(({ session }) => session))]
    const counts = await findCounts(db, sessions, { countsReports })
    for (const listener of active) {
      const found = counts.get(listener.session)
      if (found === undefined) {
        listener.stream.end()
        continue
      }
      const { newCount, openReports } = found
      if (newCount !== listener.newCount) {
        listener.newCount = newCount
        write(listener, `event: newCount\ndata: ${JSON.stringify({ newCount })}\n\n`)
      }
      if (openReports !== undefined && openReports !== listener.openReports) {
        listener.openReports = openReports
        // Members who stopped moderating get none.
        write(listener, `event: openReports\ndata: ${JSON.stringify({ openReports: openReports ?? 0 })}\n\n`)
      }
    }
  }

  /** Polls after this time, and then again as long as there are streams, also after a failure. */
  function pollAfter(ms: number): void {
    timer = setTimeout(() => {
      pollCounts()
        .catch(() => {})
        .finally(() => {
          timer = undefined
          if (listeners.size > 0) pollAfter(pollMs)
        })
    }, ms)
  }

  function start(): void {
    if (timer === undefined) pollAfter(0)
    heartbeat ??= setInterval(() => {
      for (const listener of listeners) write(listener, ':\n\n')
    }, heartbeatMs)
  }

  function stop(): void {
    clearInterval(heartbeat)
    heartbeat = undefined
  }

  return {
    open({ memberId, sessionIdHash, ip }) {
      const own = [...listeners].filter((listener) => listener.memberId === memberId).length
      if (own >= bounds.perMember || listeners.size >= bounds.perProcess) return null
      const stream = new PassThrough()
      const session = sessionIdHash.toString('hex')
      const listener = { memberId, session, ip, stream, newCount: null, openReports: null }
      listeners.add(listener)
      stream.once('close', () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      })
      stream.on('error', () => {})
      stream.write(`retry: ${retryMs}\n\n`)
      start()
      return stream
    },
    count: () => listeners.size,
    close() {
      for (const { stream } of listeners) stream.end()
      stop()
      clearTimeout(timer)
    },
  }
}

/** The counts by session; ended sessions are missing. */
async function findCounts(
  db: Db,
  sessions: readonly string[],
  { countsReports }: { countsReports: boolean },
): Promise<Map<string, Counts>> {
  if (sessions.length === 0) return new Map()
  const hashes = sessions.map((session) => Buffer.from(session, 'hex'))
  const theirs = sql`(
    select communities.id from moderators join communities on communities.id = moderators.community_id
    where moderators.user_id = users.id and permissions && '{content}' and communities.deleted_at is null)`
  const openReports = sql<
    number | null
  >`case when exists (select from moderators where user_id = users.id and permissions && '{content}') then (
    select count(*)::integer from (
      (select distinct post_id, coalesce(comment_id, 0) from open_reports where community_id in ${theirs}
        limit ${sql.lit(openReportsMax)})
      union all
      (select id, null from held_items where decided_at is null and community_id in ${theirs}
        limit ${sql.lit(openReportsMax)})) as waiting) end`
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.id_hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('users.banned_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .select(['sessions.id_hash', 'users.notifications_new_count'])
    .$if(countsReports, (query) => query.select(openReports.as('open_reports')))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id_hash.toString('hex'),
      { newCount: row.notifications_new_count, openReports: row.open_reports },
    ]),
  )
}

import { PassThrough, type Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '../database/connection.ts'
import type { IpBlocks } from '../http/ipBlocks.ts'

/** How soon somebody who is looking hears of what happened. */
const lookMs = 500
/** Proxies give up on a connection that is silent for a minute. */
const heartbeatMs = 25_000
/** How long a browser waits before it comes back after the connection broke. */
const retryMs = 3000
/** Somebody's browsers and devices; one browser needs one. */
const perMember = 10
const perProcess = 5000
/** Whoever does not take this little has gone away without saying so. */
const unreadBytes = 4096

interface Listener {
  readonly memberId: string
  /** As text, to be found by. */
  readonly session: string
  readonly ip: string
  readonly stream: PassThrough
  /** What they know; null before the first time. */
  newCount: number | null
}

/** Streams that tell members how many of their notifications are new. */
export interface CountStreams {
  /** Begins to tell a member; null when they, or all together, have as many streams as they can have. */
  open(listener: { memberId: string; sessionIdHash: Buffer; ip: string }): Readable | null
  /** Ends all of them. */
  close(): void
}

/**
 * Streams of server-sent events in this process. While there are any, one read by primary keys finds the
 * counts of all of them, twice a second. Writers need not announce anything: a `notify` would make all commits
 * of the database wait for each other. Whose session has ended, or whose address is blocked, is told nothing more; while
 * the database is away nobody is, and afterwards everybody what is the case then.
 */
export function createCountStreams(
  { db, ipBlocks }: { db: Db; ipBlocks: Pick<IpBlocks, 'shutsOut'> },
  bounds = { perMember, perProcess, unreadBytes },
): CountStreams {
  const listeners = new Set<Listener>()
  let timer: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined

  const write = ({ stream }: Listener, text: string) => {
    if (stream.writableLength + stream.readableLength > bounds.unreadBytes) stream.destroy()
    else stream.write(text)
  }

  async function look(): Promise<void> {
    for (const { ip, stream } of listeners) if (ipBlocks.shutsOut(ip)) stream.end()
    const asked = [...listeners].filter(({ stream }) => stream.writable)
    const counts = await readCounts(db, [...new Set(asked.map(({ session }) => session))])
    for (const listener of asked) {
      const newCount = counts.get(listener.session)
      if (newCount === undefined) listener.stream.end()
      else if (newCount !== listener.newCount) {
        listener.newCount = newCount
        write(listener, `event: newCount\ndata: ${JSON.stringify({ newCount })}\n\n`)
      }
    }
  }

  /** Looks soon, and again as long as anybody listens; a look that fails is made up for by the next. */
  function lookAfter(ms: number): void {
    timer = setTimeout(async () => {
      await look().catch(() => {})
      timer = undefined
      if (listeners.size > 0) lookAfter(lookMs)
    }, ms)
  }

  function start(): void {
    if (timer === undefined) lookAfter(0)
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
      const listener = { memberId, session: sessionIdHash.toString('hex'), ip, stream, newCount: null }
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
    close() {
      for (const { stream } of listeners) stream.end()
      stop()
      clearTimeout(timer)
    },
  }
}

/** The counts of those sessions that still are somebody's. */
async function readCounts(db: Db, sessions: readonly string[]): Promise<Map<string, number>> {
  if (sessions.length === 0) return new Map()
  const { rows } = await sql<{ session: string; new_count: number }>`
    select encode(sessions.id_hash, 'hex') as session, users.notifications_new_count as new_count
    from sessions join users on users.id = sessions.user_id
    where sessions.id_hash = any(array(select decode(hash, 'hex') from unnest(${sessions}::text[]) as hash))
      and sessions.expires_at > now() and users.banned_at is null and users.deleted_at is null`.execute(db)
  return new Map(rows.map((row) => [row.session, row.new_count]))
}

import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { startBuiltServer } from './builtServer.ts'
import {
  evenlySpreadMembers,
  logInMembers,
  longThread,
  returningGuest,
  type ScratchForum,
} from './scratchForum.ts'

/** How many of a hundred requests are of each kind. */
const mixture = { cached: 40, uncached: 25, member: 20, write: 15 } as const
type Kind = keyof typeof mixture | 'admin'

const connections = 500
/** As many as the capacity is measured with. */
const normalConnections = 32
const overloadFactor = 5
const memberCount = 500
const adminEveryMs = 100
const browser = { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip' }

interface Sent {
  readonly kind: Kind
  readonly status: number
  readonly ms: number
}

interface Draft {
  readonly kind: Kind
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

/** What a phase has shown: requests a second that were served, and their times in milliseconds. */
export interface Phase {
  readonly name: string
  readonly perSecond: number
  readonly refusedPercent: number
  readonly failed: number
  readonly p50: number
  readonly p99: number
  readonly cachedP50: number
  readonly adminP50: number
}

/** Sends five times what the server can do, in the mixture of a forum, and looks whether those it serves are served in time. */
export async function measureOverloaded(
  forum: ScratchForum,
  seconds: number,
): Promise<{ phases: Phase[]; peakMib: number }> {
  const { db } = forum.database
  const isAdmin = await db.selectFrom('users').where('is_admin', '=', true).select('id').limit(1).execute()
  const ids = [...isAdmin.map(({ id }) => id), ...(await evenlySpreadMembers(db, memberCount))]
  const [admin, ...members] = await logInMembers(forum, [...new Set(ids)])
  const guest = returningGuest(forum)
  const thread = await longThread(db)
  const posts = await db
    .selectFrom('posts')
    .where('deleted_at', 'is', null)
    .where('locked_at', 'is', null)
    .select(['id', 'public_id'])
    .orderBy('hotness', 'desc')
    .limit(2000)
    .execute()
  const server = await startBuiltServer(forum.dataDir, {})
  const agent = new Agent({ keepAlive: true, maxSockets: connections })

  let turn = 0
  const kinds = Object.entries(mixture).flatMap(([kind, share]) => Array<Kind>(share).fill(kind as Kind))
  const draft = (kind: Kind): Draft => {
    turn += 1
    const member = members[turn % members.length]
    const post = posts[(turn * 7919) % posts.length]
    const asMember = {
      ...browser,
      cookie: member?.cookie ?? '',
      'x-csrf-token': member?.['x-csrf-token'] ?? '',
    }
    const get = (path: string, headers: Record<string, string>) => ({ kind, method: 'GET', path, headers })
    if (kind === 'cached') return get('/', { ...browser, cookie: guest.cookie })
    if (kind === 'uncached')
      return get(`/api/posts/${post?.public_id}?n=${turn}`, { ...browser, cookie: guest.cookie })
    if (kind === 'member') return get('/api/posts?sort=hot', asMember)
    if (kind === 'admin')
      return get(`/api/posts/${thread.public_id}`, { ...browser, cookie: admin?.cookie ?? '' })
    const isVote = turn % 5 !== 0
    return {
      kind,
      method: 'POST',
      path: isVote ? '/api/_postVote' : `/api/posts/${post?.public_id}/comments`,
      headers: { ...asMember, 'content-type': 'application/json' },
      body: JSON.stringify(
        isVote ? { postId: post?.id, up: true } : { body: 'Tomatoes like warmth.', parentCommentId: null },
      ),
    }
  }
  const send = ({ kind, method, path, headers, body }: Draft): Promise<Sent> =>
    new Promise((resolve) => {
      const sentAt = performance.now()
      const done = (status: number) => resolve({ kind, status, ms: performance.now() - sentAt })
      const sent = request({ port: server.port, agent, method, path, headers }, (response) => {
        response.resume()
        response.once('end', () => done(response.statusCode ?? 0))
      })
      sent.once('error', () => done(0))
      sent.end(body)
    })
  const anyKind = (): Kind => kinds[Math.floor(Math.random() * kinds.length)] ?? 'cached'

  /** With a number of clients that wait for their answers, or with a number of requests a second that do not. */
  async function phase(name: string, load: { clients: number } | { perSecond: number }): Promise<Phase> {
    const results: Sent[] = []
    const begin = performance.now()
    const isOver = () => performance.now() - begin > seconds * 1000
    const under: Promise<unknown>[] = []
    const keep = (sent: Promise<Sent>) => sent.then((result) => results.push(result))
    if ('clients' in load)
      for (let n = 0; n < load.clients; n += 1)
        under.push(
          (async () => {
            while (!isOver()) await keep(send(draft(anyKind())))
          })(),
        )
    else
      under.push(
        (async () => {
          let waiting = 0
          let started = 0
          while (!isOver()) {
            const due = ((performance.now() - begin) / 1000) * load.perSecond
            for (; started < due; started += 1) {
              if (waiting >= connections) continue
              waiting += 1
              under.push(keep(send(draft(anyKind()))).finally(() => (waiting -= 1)))
            }
            await pause(5)
          }
        })(),
      )
    under.push(
      (async () => {
        while (!isOver()) {
          await keep(send(draft('admin')))
          await pause(adminEveryMs)
        }
      })(),
    )
    for (let n = 0; n < under.length; n += 1) await under[n]
    const elapsed = (performance.now() - begin) / 1000
    const served = results.filter(({ status }) => status >= 200 && status < 400)
    const timesOf = (some: readonly Sent[]) => some.map(({ ms }) => ms).sort((a, b) => a - b)
    const at = (times: readonly number[], share: number) =>
      times[Math.floor(times.length * share)] ?? Number.NaN
    return {
      name,
      perSecond: served.length / elapsed,
      refusedPercent: (100 * results.filter(({ status }) => status === 503).length) / results.length,
      failed: results.filter(({ status }) => status === 0 || (status >= 400 && status !== 503)).length,
      p50: at(timesOf(served), 0.5),
      p99: at(timesOf(served), 0.99),
      cachedP50: at(timesOf(served.filter(({ kind }) => kind === 'cached')), 0.5),
      adminP50: at(timesOf(served.filter(({ kind }) => kind === 'admin')), 0.5),
    }
  }

  try {
    await phase('warming up', { clients: normalConnections })
    const normal = await phase('normal', { clients: normalConnections })
    const overload = await phase('overload', { perSecond: normal.perSecond * overloadFactor })
    const after = await phase('right after', { clients: normalConnections })
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
    return { phases: [normal, overload, after], peakMib: Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024 }
  } finally {
    agent.destroy()
    await server.stop()
  }
}

export const overloadTable = ({ phases, peakMib }: { phases: Phase[]; peakMib: number }): string =>
  [
    '| load | served/s | 503 | other failures | p50 | p99 | cached p50 | admin p50 |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...phases.map(
      ({ name, perSecond, refusedPercent, failed, ...ms }) =>
        `| ${name} | ${perSecond.toFixed(0)} | ${refusedPercent.toFixed(0)} % | ${failed} | ${[
          ms.p50,
          ms.p99,
          ms.cachedP50,
          ms.adminP50,
        ]
          .map((time) => `${time.toFixed(0)} ms`)
          .join(' | ')} |`,
    ),
    '',
    `Peak memory of the server: ${peakMib.toFixed(0)} MiB.`,
  ].join('\n')

import { sql } from 'kysely'
import { type BuiltServer, startBuiltServer } from '../builtServer.ts'
import { computingClock, type Disturbance, postgresSeconds, watchDisturbance } from '../cpu.ts'
import { environmentOf } from '../hotRequests.ts'
import { sendRequest } from '../load.ts'
import { evenlySpreadMembers, logInMembers, returningGuest, type ScratchForum } from '../scratchForum.ts'
import { type QueryKind, searchQueries } from './queries.ts'

/** Latency of first pages of results, or of suggestions, in milliseconds, as measured by a client on the same machine. */
export interface SearchLatency {
  readonly kind: string
  readonly p50Ms: number
  readonly p90Ms: number
  readonly p99Ms: number
  /** What the server and PostgreSQL computed for 99 of 100 queries, which other programs do not slow down. */
  readonly computed99Ms: number
  /** CPU time of PostgreSQL for one query. */
  readonly postgresMs: number
  /** Average number of results on a first page of ten. */
  readonly results: number
}

export interface SearchLatencies {
  readonly kinds: readonly SearchLatency[]
  readonly all: SearchLatency
  readonly disturbance: Disturbance
}

const queriesPerKind = 200
/** Queries of each kind before the measurement: JIT compilation, query plans and caches warm up. */
const warmUpQueries = 8
/** What the member who sends every second query has muted. */
const mutedMembers = 40
const mutedCommunities = 10

/** Sends queries sequentially, alternating between a guest and a member with mutes, to a server without caches. */
export async function measureSearch(
  forum: ScratchForum,
  { only, say }: { only: string; say: (line: string) => void },
): Promise<SearchLatencies> {
  const kinds = await searchQueries(forum.database.db, queriesPerKind + warmUpQueries)
  const cookies = [returningGuest(forum).cookie, await memberWithMutes(forum)]
  const server = await startBuiltServer(forum.dataDir, environmentOf.uncached)
  try {
    const disturbance = watchDisturbance(() => postgresSeconds(forum.dataDir))
    const measured: Measured[] = []
    for (const kind of kinds.filter(({ name }) => name.includes(only))) {
      measured.push(await measureKind(forum, server, cookies, kind))
      say(`measured: ${kind.name}`)
    }
    const mean = (of: (one: SearchLatency) => number) =>
      measured.reduce((sum, { latency }) => sum + of(latency), 0) / Math.max(1, measured.length)
    const times = measured.flatMap((one) => one.times)
    const computed = measured.flatMap((one) => one.computed)
    return {
      kinds: measured.map(({ latency }) => latency),
      all: {
        kind: 'all of them',
        p50Ms: percentile(times, 50),
        p90Ms: percentile(times, 90),
        p99Ms: percentile(times, 99),
        computed99Ms: percentile(computed, 99),
        postgresMs: mean(({ postgresMs }) => postgresMs),
        results: mean(({ results }) => results),
      },
      disturbance: disturbance(),
    }
  } finally {
    await server.stop()
  }
}

interface Measured {
  readonly latency: SearchLatency
  readonly times: readonly number[]
  readonly computed: readonly number[]
}

async function memberWithMutes(forum: ScratchForum): Promise<string> {
  const { db } = forum.database
  const [member] = await logInMembers(forum, await evenlySpreadMembers(db, 1))
  if (!member) throw new Error('The seeded forum has no members.')
  await sql`
    insert into user_mutes (user_id, muted_user_id)
    select ${member.id}, id from users where not is_built_in and id <> ${member.id}
    order by post_count desc limit ${sql.lit(mutedMembers)} on conflict do nothing`.execute(db)
  await sql`
    insert into community_mutes (user_id, muted_community_id)
    select ${member.id}, id from communities order by post_count desc
    limit ${sql.lit(mutedCommunities)} on conflict do nothing`.execute(db)
  return member.cookie
}

async function measureKind(
  { dataDir }: ScratchForum,
  server: BuiltServer,
  cookies: readonly string[],
  { name, path, queries }: QueryKind,
): Promise<Measured> {
  const times: number[] = []
  const computed: number[] = []
  let clock = () => 0
  let [results, before] = [0, 0]
  for (const [turn, query] of queries.entries()) {
    if (turn === warmUpQueries) {
      before = postgresSeconds(dataDir)
      clock = computingClock(server.pid, dataDir)
    }
    const computedBefore = clock()
    const startedAt = performance.now()
    const { status, body } = await sendRequest(server.port, {
      method: 'GET',
      path: `${path}?${query}&render=page`,
      headers: { 'sec-fetch-site': 'same-origin', cookie: cookies[turn % cookies.length] ?? '' },
    })
    const ms = performance.now() - startedAt
    if (status !== 200) throw new Error(`${name}: ${query} is answered ${status}.`)
    if (turn < warmUpQueries) continue
    times.push(ms)
    computed.push(clock() - computedBefore)
    const { posts, comments = [], communities, users } = JSON.parse(String(body))
    results += posts.length + comments.length + communities.length + users.length
  }
  const latency = {
    kind: name,
    p50Ms: percentile(times, 50),
    p90Ms: percentile(times, 90),
    p99Ms: percentile(times, 99),
    computed99Ms: percentile(computed, 99),
    postgresMs: ((postgresSeconds(dataDir) - before) * 1000) / Math.max(1, times.length),
    results: results / Math.max(1, times.length),
  }
  return { latency, times, computed }
}

const percentile = (times: readonly number[], percent: number): number =>
  times.toSorted((a, b) => a - b)[Math.ceil((times.length * percent) / 100) - 1] ?? 0

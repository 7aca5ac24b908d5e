import { sql } from 'kysely'
import type { BuiltServer } from './builtServer.ts'
import type { Ceiling } from './ceiling.ts'
import { type Disturbance, postgresSeconds, processSeconds, watchDisturbance } from './cpu.ts'
import type { HotRequest } from './hotRequests.ts'
import { applyLoad, ask, type LoadResult } from './load.ts'
import type { ScratchForum } from './scratchForum.ts'

/** As many clients at once as keep one process busy. */
const usualConnections = 32
/** Node compiles what it has run often; rendering needs this long. */
const warmUpSeconds = 2
const longestAloneSeconds = 2
const mostRuns = 4
/** A run that lost less of its time than this needs no repetition. */
const acceptableDisturbance = 0.02
const requestsCounted = 20

interface Run extends LoadResult, Disturbance {
  /** CPU time per request: of the answering process, and of PostgreSQL. */
  readonly nodeMs: number
  readonly postgresMs: number
}

export interface Measurement {
  readonly name: string
  readonly server: Run
  readonly ceiling: Run
  /** Median of one client alone. */
  readonly aloneMs: number
  /** Statements sent to PostgreSQL for one request. */
  readonly statements: number
  /** The answer as it went over the wire. */
  readonly bytes: number
}

interface Place {
  readonly forum: ScratchForum
  readonly server: BuiltServer
  readonly ceiling: Ceiling
  /** Of each run. */
  readonly seconds: number
}

/**
 * Measures one hot path, and then what the same bytes cost when they come from a constant.
 *
 * @returns the answer's status in place of a measurement when it is no success.
 */
export async function measure(place: Place, hotRequest: HotRequest): Promise<Measurement | number> {
  const { name, requests } = hotRequest
  const { server, ceiling, seconds } = place
  const [first] = requests
  if (!first) throw new Error(`${name}: nothing to ask`)
  const answer = await ask(server.port, first)
  if (answer.status >= 400) return answer.status
  const statements = await countStatements(place, requests)
  // Before the crowd comes, so that nothing of it is still waiting.
  await applyLoad({ port: server.port, requests, connections: 1, seconds: warmUpSeconds })
  const aloneSeconds = Math.min(seconds, longestAloneSeconds)
  const alone = await applyLoad({ port: server.port, requests, connections: 1, seconds: aloneSeconds })
  const real = await leastDisturbed(place, hotRequest, server)
  await ceiling.answerWith(answer)
  const best = await leastDisturbed(place, hotRequest, ceiling)
  return { name, server: real, ceiling: best, aloneMs: alone.p50Ms, statements, bytes: answer.body.length }
}

const disturbanceOf = ({ steal, others }: Disturbance) => steal + others

/** Up to four runs; the one of which others took least is shown, never the fastest. */
async function leastDisturbed(
  { forum, seconds }: Place,
  { requests, connections = usualConnections }: HotRequest,
  { port, pid }: { port: number; pid: number },
): Promise<Run> {
  await applyLoad({ port, requests, connections, seconds: warmUpSeconds })
  const runs: Run[] = []
  while (runs.length < mostRuns && !runs.some((run) => disturbanceOf(run) <= acceptableDisturbance)) {
    await emptyQueue(port)
    const disturbance = watchDisturbance(() => processSeconds(pid) + postgresSeconds(forum.dataDir))
    const [nodeBefore, postgresBefore] = [processSeconds(pid), postgresSeconds(forum.dataDir)]
    const result = await applyLoad({ port, requests, connections, seconds })
    const perRequest = (spent: number) => (spent * 1000) / Math.max(1, result.requests)
    runs.push({
      ...result,
      ...disturbance(),
      nodeMs: perRequest(processSeconds(pid) - nodeBefore),
      postgresMs: perRequest(postgresSeconds(forum.dataDir) - postgresBefore),
    })
  }
  return runs.reduce((best, run) => (disturbanceOf(run) < disturbanceOf(best) ? run : best))
}

/** What a run has asked last is still being answered when it ends; who comes then has to wait for it. */
const emptyQueue = (port: number) => ask(port, { method: 'GET', path: '/api/_initial', headers: {} })

/** Statements that PostgreSQL itself has counted over some requests, one after the other. */
async function countStatements({ forum, server }: Place, requests: HotRequest['requests']): Promise<number> {
  const calls = async () => {
    const { rows } = await sql<{ calls: string }>`
      select coalesce(sum(calls), 0) as calls from pg_stat_statements
      -- those of the job queue write its name so; ours that enqueue a job count
      where query not like '%pg_stat_statements%' and query not like '%"graphile_worker"%'`.execute(
      forum.database.db,
    )
    return Number(rows[0]?.calls)
  }
  const before = await calls()
  for (let turn = 0; turn < requestsCounted; turn += 1) {
    const request = requests[turn % requests.length]
    if (request) await ask(server.port, request)
  }
  return ((await calls()) - before) / requestsCounted
}

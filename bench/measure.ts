import { sql } from 'kysely'
import type { BuiltServer } from './builtServer.ts'
import type { Ceiling } from './ceiling.ts'
import { type Disturbance, postgresSeconds, processSeconds, watchDisturbance } from './cpu.ts'
import type { HotRequest } from './hotRequests.ts'
import { applyLoad, type LoadResult, sendRequest } from './load.ts'
import type { ScratchForum } from './scratchForum.ts'

/** Enough concurrent clients to keep one process busy. */
const usualConnections = 32
/** Until the JIT has compiled the hot code; rendering needs this long. */
const warmUpSeconds = 2
const singleClientMaxSeconds = 2
const maxRuns = 4
/** A run with less disturbance is not repeated. */
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
  /** Median latency of a single client. */
  readonly aloneMs: number
  /** Statements sent to PostgreSQL for one request. */
  readonly statements: number
  /** Size of the response body on the wire. */
  readonly bytes: number
}

interface Setup {
  readonly forum: ScratchForum
  readonly server: BuiltServer
  readonly ceiling: Ceiling
  /** Duration of each run. */
  readonly seconds: number
}

/**
 * Measures one hot path, and then the ceiling with the same response.
 *
 * @returns the status instead of a measurement when the response is an error.
 */
export async function measure(setup: Setup, hotRequest: HotRequest): Promise<Measurement | number> {
  const { name, requests } = hotRequest
  const { server, ceiling, seconds } = setup
  const [first] = requests
  if (!first) throw new Error(`${name}: no requests`)
  const answer = await sendRequest(server.port, first)
  if (answer.status >= 400) return answer.status
  const statements = await countStatements(setup, requests)
  // The single client comes first, so that no request of the concurrent clients is still queued.
  await applyLoad({ port: server.port, requests, connections: 1, seconds: warmUpSeconds })
  const aloneSeconds = Math.min(seconds, singleClientMaxSeconds)
  const alone = await applyLoad({ port: server.port, requests, connections: 1, seconds: aloneSeconds })
  const real = await leastDisturbed(setup, hotRequest, server)
  await ceiling.answerWith(answer)
  const best = await leastDisturbed(setup, hotRequest, ceiling)
  return { name, server: real, ceiling: best, aloneMs: alone.p50Ms, statements, bytes: answer.body.length }
}

const disturbanceOf = ({ steal, others }: Disturbance) => steal + others

/** Up to `maxRuns` runs; the least disturbed one counts, even if another was faster. */
async function leastDisturbed(
  { forum, seconds }: Setup,
  { requests, connections = usualConnections }: HotRequest,
  { port, pid }: { port: number; pid: number },
): Promise<Run> {
  await applyLoad({ port, requests, connections, seconds: warmUpSeconds })
  const runs: Run[] = []
  while (runs.length < maxRuns && !runs.some((run) => disturbanceOf(run) <= acceptableDisturbance)) {
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

/** Waits for the requests of the previous run that the server still processes: this one queues behind them. */
const emptyQueue = (port: number) => sendRequest(port, { method: 'GET', path: '/api/_initial', headers: {} })

/** Statements per request, as counted by pg_stat_statements over some sequential requests. */
async function countStatements({ forum, server }: Setup, requests: HotRequest['requests']): Promise<number> {
  const calls = async () => {
    const { rows } = await sql<{ calls: string }>`
      select coalesce(sum(calls), 0) as calls from pg_stat_statements
      -- the job queue quotes its schema name; our own statements that enqueue a job do not, and count
      where query not like '%pg_stat_statements%' and query not like '%"graphile_worker"%'`.execute(
      forum.database.db,
    )
    return Number(rows[0]?.calls)
  }
  const before = await calls()
  for (let turn = 0; turn < requestsCounted; turn += 1) {
    const request = requests[turn % requests.length]
    if (request) await sendRequest(server.port, request)
  }
  return ((await calls()) - before) / requestsCounted
}

import { type BuiltServer, startBuiltServer } from '../builtServer.ts'
import {
  type Disturbance,
  peakOfServer,
  postgresSeconds,
  resetPeakOfServer,
  serverSeconds,
  watchDisturbance,
} from '../cpu.ts'
import { applyCountedLoad, applyLoad, type LoadResult, sendRequest } from '../load.ts'
import type { KnownForum } from './members.ts'
import { type MeasuredPath, measuredPaths, type Offer } from './paths.ts'

/** One side of the comparison: a version, or a forum of another size. */
export interface Side {
  readonly name: string
  /** The folder of the built version. */
  readonly root: string
  readonly dataDir: string
  readonly known: KnownForum
  /** Settings of this side. */
  readonly environment?: Record<string, string>
  /** Clients at the same time; by default, as many as a path says. */
  readonly connections?: number
}

/** What one side has needed for a path; times in milliseconds, CPU time per request. */
export interface Result {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly serverMs: number
  readonly databaseMs: number
  /** Resident memory of the server. */
  readonly peakMb: number
  readonly failures: number
}

export interface ComparedPath extends Disturbance {
  readonly name: string
  /** One for each side, or the status of its answer if that is an error. */
  readonly results: readonly (Result | number)[]
  /** The size of an answer of each side, as it was sent. */
  readonly bytes?: readonly number[]
}

export interface Comparison {
  readonly sides: readonly string[]
  readonly paths: readonly ComparedPath[]
}

export const usualConnections = 32
/** The JIT compiles the code of a rendered page during its first thousands of requests. */
const warmUpRunsMax = 15
/** A side is warm when this many runs in a row have not saved more CPU time than this share. */
const warmRuns = 2
const noticedShare = 0.03
/** How often each side is measured, in alternation. */
const rounds = 2
/** Where a single client waits longer than this, few requests are answered in a run, and each must be counted. */
const slowMs = 4
const leastRequests = 30
/** Refused requests would look cheap, and other work on the machine would cause them. */
const serveAll = { OVERLOAD_DELAY_MS: '0' }
const triedFirst = 5

/** The server of a side, and what the load consists of. */
export interface Running extends Offer {
  readonly server: BuiltServer
  readonly dataDir: string
  readonly known: KnownForum
  readonly connections?: number | undefined
}

/** Runs the servers of all sides at once while something is measured. */
export async function withServers<Outcome>(
  sides: readonly Side[],
  accepted: string,
  work: (running: readonly Running[]) => Promise<Outcome>,
): Promise<Outcome> {
  const servers: BuiltServer[] = []
  try {
    for (const { root, dataDir, environment } of sides)
      servers.push(await startBuiltServer(dataDir, { ...serveAll, ...environment }, root))
    const running = sides.map(async ({ dataDir, known, connections }, index) => {
      const server = servers[index] as BuiltServer
      return { server, dataDir, known, connections, ...(await measuredPaths(server.port, known, accepted)) }
    })
    return await work(await Promise.all(running))
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** Measures each path of one side after that of the other: A, B, A, B. */
export function comparePaths(
  sides: readonly Side[],
  {
    seconds,
    names,
    accepted,
    say,
  }: { seconds: number; names: readonly string[]; accepted: string; say: (line: string) => void },
): Promise<Comparison> {
  return withServers(sides, accepted, async (running) => {
    const paths: ComparedPath[] = []
    for (const [index, { ways, ...path }] of (running[0]?.paths ?? []).entries()) {
      const wanted = ways.filter(({ suffix }) => isWanted(path.name + suffix, names))
      for (const [turn, { suffix, connections, isOneMember }] of wanted.entries()) {
        const runners = running.map((one) => {
          const requests = one.paths[index]?.requests ?? []
          return {
            ...one,
            connections: one.connections ?? connections,
            requests: isOneMember ? requests.slice(0, 1) : requests,
          }
        })
        paths.push(await comparePath(path.name + suffix, runners, seconds, { isWarm: turn > 0 }))
        say(`measured: ${path.name}${suffix}`)
      }
    }
    return { sides: sides.map(({ name }) => name), paths }
  })
}

/** Whether a path was selected: its name contains one of the texts, or there are none. */
export const isWanted = (name: string, names: readonly string[]): boolean =>
  names.length === 0 || names.some((text) => name.includes(text))

export interface Runner {
  readonly server: BuiltServer
  readonly dataDir: string
  readonly requests: MeasuredPath['requests']
  readonly connections?: number | undefined
}

/**
 * Measures one path of each side.
 *
 * @param isWarm whether the same path has just been measured in another way.
 * @param meanwhile starts something that goes on during each run, and returns how to end it.
 */
export async function comparePath(
  name: string,
  runners: readonly Runner[],
  seconds: number,
  {
    isWarm = false,
    meanwhile = () => async () => {},
  }: { isWarm?: boolean; meanwhile?: (index: number) => () => Promise<void> } = {},
): Promise<ComparedPath> {
  const first = await Promise.all(runners.map(firstAnswer))
  const slowestMs = Math.max(...first.map(({ ms }) => ms))
  const apply = (runner: Runner) => {
    const connections = runner.connections ?? usualConnections
    const load = { port: runner.server.port, requests: runner.requests, seconds }
    if (slowestMs < slowMs || connections === 1) return applyLoad({ ...load, connections })
    const few = Math.max(2, Math.min(connections, Math.round((seconds * 1000) / slowestMs)))
    return applyCountedLoad({ ...load, connections: few, least: leastRequests })
  }
  for (const [index, runner] of runners.entries())
    if (!isWarm && isFine(first[index]?.status)) await warmUp(() => run(runner, () => apply(runner)))
  const compared = await compareRuns(name, runners, async (runner, index) => {
    const status = first[index]?.status ?? 0
    if (!isFine(status)) return status
    const end = meanwhile(index)
    try {
      return await run(runner, () => apply(runner))
    } finally {
      await end()
    }
  })
  return { ...compared, bytes: first.map(({ bytes }) => bytes) }
}

/** Repeats runs until they no longer need less CPU time. */
async function warmUp(work: () => Promise<Run>): Promise<void> {
  let [least, runsSince] = [Number.POSITIVE_INFINITY, 0]
  for (let turn = 0; turn < warmUpRunsMax && runsSince < warmRuns; turn += 1) {
    const { serverMs, databaseMs } = together([await work()])
    const spent = serverMs + databaseMs
    runsSince = spent < least * (1 - noticedShare) ? 0 : runsSince + 1
    least = Math.min(least, spent)
  }
}

/** The runs of each side, in alternation, as one result. */
export async function compareRuns<One extends Pick<Runner, 'server' | 'dataDir'>>(
  name: string,
  runners: readonly One[],
  work: (runner: One, index: number) => Promise<Run | number>,
): Promise<ComparedPath> {
  const runs: (Run | number)[][] = runners.map(() => [])
  const disturbance = watchDisturbance(() =>
    runners.reduce((sum, runner) => sum + spentBy(runner).server + spentBy(runner).database, 0),
  )
  for (let round = 0; round < rounds; round += 1)
    for (const [index, runner] of runners.entries()) runs[index]?.push(await work(runner, index))
  return {
    name,
    ...disturbance(),
    results: runs.map(
      (some) =>
        some.find((one) => typeof one === 'number') ??
        together(some.filter((one) => typeof one === 'object')),
    ),
  }
}

const isFine = (status: number | undefined) => status !== undefined && status < 400

/** The status of some first requests, an error if there is one, the fastest of their times, and the size of the last answer. */
async function firstAnswer({
  server,
  requests,
}: Runner): Promise<{ status: number; ms: number; bytes: number }> {
  const tried = Array.from({ length: triedFirst }, (_, turn) => requests[turn % requests.length])
  let [status, ms, bytes] = [0, Number.POSITIVE_INFINITY, 0]
  for (const request of tried) {
    if (!request) throw new Error('A path has no requests.')
    const sentAt = performance.now()
    const answer = await sendRequest(server.port, request)
    status = Math.max(status, answer.status)
    ms = Math.min(ms, performance.now() - sentAt)
    bytes = answer.body.length
  }
  return { status, ms, bytes }
}

/** CPU seconds so far. */
export const spentBy = ({ server, dataDir }: Pick<Runner, 'server' | 'dataDir'>) => ({
  server: serverSeconds(server.pid),
  database: postgresSeconds(dataDir),
})

/** The numbers of one run; CPU time in seconds. */
export interface Run {
  readonly requests: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly serverSeconds: number
  readonly databaseSeconds: number
  readonly peakMb: number
  readonly failures: number
}

/** Measures what a load costs the server and its database. */
export async function run(
  runner: Pick<Runner, 'server' | 'dataDir'>,
  load: () => Promise<LoadResult>,
): Promise<Run> {
  // What waits from the previous run comes first.
  await sendRequest(runner.server.port, { method: 'GET', path: '/api/_initial', headers: {} })
  resetPeakOfServer(runner.server.pid)
  const before = spentBy(runner)
  const result = await load()
  const after = spentBy(runner)
  return {
    ...result,
    serverSeconds: after.server - before.server,
    databaseSeconds: after.database - before.database,
    peakMb: peakOfServer(runner.server.pid),
  }
}

/** Several runs as one: the means, CPU time for each request that was answered, and the most memory. */
export function together(runs: readonly Run[]): Result {
  const sum = (of: (run: Run) => number) => runs.reduce((total, one) => total + of(one), 0)
  const mean = (of: (run: Run) => number) => sum(of) / runs.length
  const answered = Math.max(
    1,
    sum((one) => one.requests - one.failures),
  )
  return {
    perSecond: mean((one) => one.perSecond),
    p50Ms: mean((one) => one.p50Ms),
    p99Ms: mean((one) => one.p99Ms),
    serverMs: (sum((one) => one.serverSeconds) * 1000) / answered,
    databaseMs: (sum((one) => one.databaseSeconds) * 1000) / answered,
    peakMb: Math.max(...runs.map((one) => one.peakMb)),
    failures: sum((one) => one.failures),
  }
}

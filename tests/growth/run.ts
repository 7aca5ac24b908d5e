import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Journal } from '../chaos/journal.ts'
import { verify } from '../chaos/verify.ts'
import { writeAll } from '../chaos/writers.ts'
import { seededRandom } from '../support/random.ts'
import type { Node } from '../support/replication.ts'
import { announce, ask, askUntilAnswered, type Bounds, checkEverywhere, checkJobs, look } from './checks.ts'
import { community, type People, prepare } from './people.ts'
import { type Site, startSite } from './site.ts'

/** What is killed. `rolling restart` is none: SIGHUP, after which no request may fail. */
export const faults = [
  'worker',
  'server',
  'standby',
  'delayed standby',
  'primary',
  'pooler',
  'Valkey',
  'rolling restart',
] as const
export type Fault = (typeof faults)[number]

export interface Round {
  readonly fault: Fault
  readonly acknowledged: number
  /** Writes of which nobody knows whether they were done. */
  readonly unknown: number
  /** Reads that had no answer, and were repeated. */
  readonly failedReads: number
  /** From the fault until a write that was sent after it is acknowledged. */
  readonly writesAgainMs: number
  /** Until a ban, a block and a removal held at all servers. */
  readonly everywhereMs: number
  readonly problems: readonly string[]
}

/** How long an operator or their tools need to restart what was killed. */
const startedAgainAfterMs = 1000
const faultWithinMs = 1000
const writesAround = 10
const pollMs = 20
const givesUpAfterMs = 300_000

/**
 * Lets members and moderators act through a balancer while one part after the other of a forum on many machines is killed.
 *
 * @param options.root of the built program.
 * @param options.seed decides what is killed and when; what members do at the same moment depends on the machine.
 * @param options.bounds what takes longer is a problem.
 */
export async function runGrowth(options: {
  root: string
  servers: number
  faults: readonly Fault[]
  seed: number
  bounds: Bounds
  onStart?: (site: Site) => void
  onRound?: (round: Round) => void
}): Promise<Round[]> {
  const random = seededRandom(options.seed)
  const site = await startSite(options)
  try {
    options.onStart?.(site)
    const possible = options.faults.filter((fault) => isPossible(fault, site))
    const people = await site.withDatabase((database) => prepare(database, possible.length))
    await Promise.all(site.servers.map((server) => server.start()))
    await askUntilAnswered(`${site.origin}/api/_initial`, {})
    const journal = new Journal()
    const rounds: Round[] = []
    for (const [number, fault] of possible.entries()) {
      const round = await runRound(site, people, { fault, number, random, journal, bounds: options.bounds })
      if (number === possible.length - 1) round.problems.push(...(await checkCounters(site, options.root)))
      rounds.push(round)
      options.onRound?.(round)
    }
    return rounds
  } finally {
    await site.close()
  }
}

function isPossible(fault: Fault, site: Site): boolean {
  if (fault === 'pooler') return site.poolers !== null
  return fault !== 'Valkey' || site.valkey !== null
}

async function runRound(
  site: Site,
  people: People,
  given: {
    fault: Fault
    number: number
    random: ReturnType<typeof seededRandom>
    journal: Journal
    bounds: Bounds
  },
): Promise<Round & { problems: string[] }> {
  const { fault, number, random, journal, bounds } = given
  const before = { ...journal.counts, unanswered: journal.unanswered.length }
  const problems: string[] = []
  let failedReads = 0
  const over = new AbortController()
  const writing = writeAll(site.origin, people.writers, community, journal, {
    until: over.signal,
    look: async (writer, visible) => {
      problems.push(...(await look(site.origin, writer, visible, () => (failedReads += 1))))
    },
  })
  let writesAgainMs = 0
  let announced = ''
  try {
    await untilAcknowledged(journal, before.acknowledged + writesAround)
    await pause(random.pick(Array.from({ length: 50 }, (_, part) => (part * faultWithinMs) / 50)))
    const announcing = announce(site, people, number)
    const recover = await bringAbout(fault, site, random)
    const faultAt = performance.now()
    const recovered = recover()
    await untilWriting(site, people, number)
    writesAgainMs = performance.now() - faultAt
    await recovered
    announced = await announcing
    await untilAcknowledged(journal, journal.counts.acknowledged + writesAround)
  } finally {
    over.abort()
    await writing
  }
  const unknown = journal.counts.unknown - before.unknown
  if (writesAgainMs > bounds.writesAgainMs)
    problems.push(`members could not write for ${(writesAgainMs / 1000).toFixed(1)} s`)
  const unanswered = journal.unanswered.slice(before.unanswered)
  if (fault === 'rolling restart' && unanswered.length + failedReads > 0)
    problems.push(
      [`${unanswered.length + failedReads} requests failed during a rolling restart`, ...unanswered].join(
        '\n',
      ),
    )
  const { problems: found, everywhereMs } = await checkEverywhere(site, people, number, bounds)
  problems.push(...found)
  problems.push(
    ...(await site.withDatabase(async (database) => [
      ...(await verify(database.db, journal)),
      ...(await checkJobs(database, people, announced)),
    ])),
  )
  const acknowledged = journal.counts.acknowledged - before.acknowledged
  return { fault, acknowledged, unknown, failedReads, writesAgainMs, everywhereMs, problems }
}

/** @returns what an operator or their tools do next; it resolves when everything runs as before. */
async function bringAbout(
  fault: Fault,
  site: Site,
  random: ReturnType<typeof seededRandom>,
): Promise<() => Promise<void>> {
  const again = (start: () => Promise<void>) => async () => {
    await pause(startedAgainAfterMs)
    await start()
  }
  const primary = site.primary()
  const [near, delayed] = await standbys(site)
  switch (fault) {
    case 'worker': {
      const { workers } = random.pick(site.servers)
      const count = workers().length
      process.kill(random.pick(workers()), 'SIGKILL')
      return async () => {
        while (workers().length < count) await pause(pollMs)
      }
    }
    case 'server': {
      const server = random.pick(site.servers)
      await server.kill()
      return again(() => server.start())
    }
    case 'standby':
    case 'delayed standby': {
      const node = fault === 'standby' ? near : delayed
      await node.kill()
      return again(() => node.follow(primary))
    }
    case 'primary':
      await primary.kill()
      return () => failOver(site, primary)
    case 'pooler': {
      const pooler = site.poolers?.[site.nodes.indexOf(primary)]
      await pooler?.kill()
      return again(async () => pooler?.start())
    }
    case 'Valkey':
      await site.valkey?.kill()
      return again(async () => {
        const connections = site.servers.flatMap(({ workers }) => workers()).length
        await site.valkey?.start()
        // Until all have it back, some count there and the others in the database.
        while (((await site.valkey?.connections()) ?? connections) < connections) await pause(pollMs)
      })
    case 'rolling restart': {
      const before = new Set(site.servers.flatMap(({ workers }) => workers()))
      return async () => {
        // One server after the other, as an operator would.
        for (const { pid, workers } of site.servers) {
          const count = workers().length
          process.kill(pid(), 'SIGHUP')
          const areNew = () => workers().length === count && workers().every((worker) => !before.has(worker))
          while (!areNew()) await pause(pollMs)
        }
      }
    }
  }
}

/** The standby without delay and the one with it. */
async function standbys(site: Site): Promise<[Node, Node]> {
  const others = site.nodes.filter((node) => node !== site.primary())
  const [first, second] = others as [Node, Node]
  const [{ recovery_min_apply_delay: delay } = { recovery_min_apply_delay: '' }] = await first.ask<{
    recovery_min_apply_delay: string
  }>('show recovery_min_apply_delay')
  return delay === '0' ? [first, second] : [second, first]
}

/** The standby that has received most takes over, the other follows it, and the former primary comes back as a copy of it. */
async function failOver(site: Site, former: Node): Promise<void> {
  const left = site.nodes.filter((node) => node !== former)
  const received = await Promise.all(
    left.map(async (node) => {
      const [row] = await node.ask<{ at: string }>(
        `select pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0') as at`,
      )
      return { node, at: Number(row?.at) }
    }),
  )
  const most = Math.max(...received.map(({ at }) => at))
  const next = received.find(({ at }) => at === most)?.node as Node
  const other = left.find((node) => node !== next) as Node
  await next.promote()
  site.promoted(next)
  await other.kill()
  await other.follow(next)
  await former.copyFrom(next)
  await former.follow(next)
}

/** Resolves when a comment is acknowledged that was sent after the call. */
async function untilWriting(site: Site, { admin, listener }: People, number: number): Promise<void> {
  const giveUpAt = Date.now() + givesUpAfterMs
  const { publicId } = JSON.parse(
    (
      await untilOk(giveUpAt, () =>
        ask(`${site.origin}/api/posts`, {
          method: 'POST',
          headers: { ...listener.headers, 'idempotency-key': `again-${number}` },
          body: { title: `Again ${number}`, body: '', community },
        }),
      )
    ).text,
  ) as { publicId: string }
  await untilOk(giveUpAt, () => ask(`${site.origin}/api/posts/${publicId}`, { headers: admin.headers }))
}

async function untilOk(giveUpAt: number, attempt: () => ReturnType<typeof ask>): ReturnType<typeof ask> {
  for (;;) {
    const answer = await attempt().catch(() => null)
    if (answer?.status === 200) return answer
    if (answer && answer.status < 500) throw new Error(`${answer.status}: ${answer.text}`)
    if (Date.now() > giveUpAt) throw new Error(`Nobody can write within ${givesUpAfterMs / 1000} s.`)
    await pause(pollMs)
  }
}

async function untilAcknowledged(journal: Journal, count: number): Promise<void> {
  const giveUpAt = Date.now() + givesUpAfterMs
  while (journal.counts.acknowledged < count) {
    if (Date.now() > giveUpAt) throw new Error(`Nothing is acknowledged within ${givesUpAfterMs / 1000} s.`)
    await pause(pollMs)
  }
}

/** Exits with a code other than 0 when a counter is wrong. */
async function checkCounters(site: Site, root: string): Promise<string[]> {
  const env = { PATH: process.env.PATH, ...site.environment }
  return promisify(execFile)(process.execPath, [join(root, 'dist/server/cli.js'), 'check'], { env })
    .then(() => [])
    .catch(({ stdout, stderr }: { stdout: string; stderr: string }) => [stdout || stderr])
}

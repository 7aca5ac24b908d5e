import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../server/platform/database/connection.ts'
import { startPrivatePostgres } from '../../server/platform/database/privatePostgres.ts'
import { loadSecrets } from '../../server/platform/http/secrets.ts'
import { freePort } from '../support/freePort.ts'
import { headersOf, insertMember } from '../support/members.ts'
import { picture } from '../support/pictures.ts'
import { bringAbout, type Fault, findClockLibrary, movableClock } from './faults.ts'
import { Journal } from './journal.ts'
import { verify, verifyImages } from './verify.ts'
import { type Writer, writeAll } from './writers.ts'

export interface Round {
  readonly fault: Fault
  readonly acknowledged: number
  /** Writes of which nobody knows whether they were done. */
  readonly unknown: number
  /** From the fault, or its end where it has one, until a page that needs the database is answered. */
  readonly servesAgainMs: number
  readonly problems: readonly string[]
}

const writersCount = 8
const community = 'moss'
/** A server that does not serve by then is considered dead. */
const givesUpAfterMs = 300_000
const pollMs = 20
/** The fault comes at a random moment of this time, so that it meets every step of a write. */
const faultWithinMs = 1200
/** How many writes must be acknowledged before a fault, and again after it. */
const writesAround = 5

/**
 * Lets members write while faults happen, and after each compares everything stored with everything acknowledged.
 *
 * @param options.dataDir an empty folder that the caller removes.
 * @param options.programs the folder of the built programs.
 * @param options.onRound is called after each round.
 */
export async function runRounds(options: {
  dataDir: string
  programs: string
  faults: readonly Fault[]
  onRound?: (round: Round) => void
}): Promise<Round[]> {
  const { dataDir, programs } = options
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const journal = new Journal()
  const library = options.faults.includes('server clock') ? findClockLibrary() : undefined
  const start = () =>
    spawn(process.execPath, [join(programs, 'main.js')], {
      cwd: dataDir,
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        POSTGRES_BINARIES: process.env.POSTGRES_BINARIES,
        NODE_ENV: 'production',
        PORT: port,
        DATA_DIR: dataDir,
        RATE_LIMITS: 'off',
        CAPTCHA: 'off',
        LINK_PREVIEWS: 'off',
        LOG_LEVEL: 'silent',
        ...(library && movableClock(library, dataDir)),
      },
    })
  let server = start()
  try {
    await untilServing(origin)
    const writers = await prepare(dataDir)
    const rounds: Round[] = []
    for (const fault of options.faults) {
      const before = { ...journal.counts }
      const over = new AbortController()
      const writing = writeAll(origin, writers, community, journal, { until: over.signal })
      let servesAgainMs = 0
      try {
        await untilAcknowledged(journal, before.acknowledged + writesAround)
        await pause(Math.random() * faultWithinMs)
        const killed = server
        await bringAbout(fault, { serverPid: killed.pid ?? 0, dataDir })
        const faultAt = performance.now()
        if (fault === 'server' || fault === 'all') {
          if (killed.exitCode === null && killed.signalCode === null) await once(killed, 'exit')
          server = start()
        }
        await untilServing(origin)
        servesAgainMs = performance.now() - faultAt
        await untilAcknowledged(journal, journal.counts.acknowledged + writesAround)
      } finally {
        over.abort()
        await writing
      }
      const round = {
        fault,
        acknowledged: journal.counts.acknowledged - before.acknowledged,
        unknown: journal.counts.unknown - before.unknown,
        servesAgainMs,
        problems: [...(await check(dataDir, programs, journal)), ...(await verifyImages(origin, journal))],
      }
      rounds.push(round)
      options.onRound?.(round)
    }
    return rounds
  } finally {
    server.kill('SIGTERM')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  }
}

/** Members who write, in a community of their own. One uploads as well, and an admin bans an account. */
async function prepare(dataDir: string): Promise<Writer[]> {
  return withDatabase(dataDir, async ({ db }) => {
    const { session } = await loadSecrets(db)
    const writers: Writer[] = []
    const uploaded = await picture(1)
    for (const number of Array(writersCount).keys()) {
      const member = await insertMember(db, session, { username: `writer_${number}`, isAdmin: number === 1 })
      writers.push({
        id: member.id,
        headers: headersOf(member),
        ...(number === 0 && { picture: uploaded }),
        ...(number === 1 && { bans: 'banned_b' }),
      })
    }
    await insertMember(db, session, { username: 'banned_b' })
    await sql`insert into communities (name, creator_id) values (${community}, ${writers[0]?.id})`.execute(db)
    return writers
  })
}

async function check(dataDir: string, programs: string, journal: Journal): Promise<string[]> {
  const problems = await withDatabase(dataDir, ({ db }) => verify(db, journal))
  const env = { PATH: process.env.PATH, POSTGRES_BINARIES: process.env.POSTGRES_BINARIES, DATA_DIR: dataDir }
  const counters = await promisify(execFile)(process.execPath, [join(programs, 'cli.js'), 'check'], { env })
    .then(() => [])
    // Exits with a code other than 0 when a counter is wrong.
    .catch(({ stdout }: { stdout: string }) => [stdout])
  return [...problems, ...counters]
}

/** Joins the private PostgreSQL of the server for a moment. */
async function withDatabase<T>(dataDir: string, use: (database: Database) => Promise<T>): Promise<T> {
  const postgres = await startPrivatePostgres({ dataDir })
  const database = openDatabase(postgres.connection, { connections: 1 })
  try {
    return await use(database)
  } finally {
    await database.close()
    await postgres.close()
  }
}

async function untilAcknowledged(journal: Journal, count: number): Promise<void> {
  const giveUpAt = Date.now() + givesUpAfterMs
  while (journal.counts.acknowledged < count) {
    if (Date.now() > giveUpAt) throw new Error(`Nothing is acknowledged within ${givesUpAfterMs / 1000} s.`)
    await pause(pollMs)
  }
}

async function untilServing(origin: string): Promise<void> {
  const giveUpAt = Date.now() + givesUpAfterMs
  for (;;) {
    const response = await fetch(`${origin}/api/_initial`, { signal: AbortSignal.timeout(5000) }).catch(
      () => null,
    )
    if (response?.ok) return
    if (Date.now() > giveUpAt)
      throw new Error(`The server does not serve again within ${givesUpAfterMs / 1000} s.`)
    await pause(pollMs)
  }
}

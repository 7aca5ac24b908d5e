import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startPrivatePostgres } from '../../server/platform/database/privatePostgres.ts'
import { type BuiltServer, runBuiltCommand, startBuiltServer } from '../builtServer.ts'
import { postgresSeconds, processSeconds } from '../cpu.ts'
import { scratchRoot } from '../scratchForum.ts'
import { addMembers, type KnownForum } from './members.ts'
import type { Source } from './source.ts'
import { dataFingerprint, type Version } from './version.ts'

/** A forum of one version; `remove` deletes it. */
export interface FilledForum {
  readonly version: Version
  readonly dataDir: string
  readonly known: KnownForum
  remove(): void
}

/** A change of how the forum is filled needs a new number. */
const recipe = 2
const finishedMark = 'filled.json'
/** For the members that are added. */
const membersMayDoAll = { CAPTCHA: 'off', COMMUNITY_CREATION: 'members', COMMUNITY_CREATION_POINTS: '0' }
/** An import leaves rendering and indexing to the background, where they begin within a minute. */
const backgroundStartSeconds = 75
const quietSeconds = 5
/** The share of one core. */
const quietShare = 0.03

/**
 * A copy of the forum that a version makes of the discussions with its own import and its own API, so it does not
 * matter how it stores them. The copies are kept for later runs; what the measured writes add is not.
 */
export async function openFilledForum(
  version: Version,
  source: Source,
  { fresh, say }: { fresh: boolean; say: (line: string) => void },
): Promise<FilledForum> {
  const kept = join(scratchRoot, `filled-${source.name}-${recipe}-${dataFingerprint(version)}`)
  const mark = join(kept, finishedMark)
  if (fresh || !existsSync(mark)) {
    rmSync(kept, { recursive: true, force: true })
    mkdirSync(kept, { recursive: true })
    say(`Filling a forum of ${version.name} …`)
    writeFileSync(mark, JSON.stringify(await fill(version, source, kept, say)))
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'folkmoot-bench-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  process.once('exit', remove)
  // With owners, because PostgreSQL runs as another user when we are root.
  execFileSync('cp', ['-a', `${kept}/.`, dataDir])
  return { version, dataDir, known: JSON.parse(readFileSync(mark, 'utf8')), remove }
}

async function fill(
  version: Version,
  source: Source,
  dataDir: string,
  say: (line: string) => void,
): Promise<KnownForum> {
  const files = source.files(dataDir)
  const rejects = join(dataDir, 'rejected.ndjson')
  await runBuiltCommand(dataDir, ['migrate'], () => {}, version.root)
  const said = await runBuiltCommand(
    dataDir,
    ['import', 'pushshift', '--rejects', rejects, ...files],
    () => {},
    version.root,
  )
  say(/[\d,.]+ rows read in [\d.]+ s/.exec(said)?.[0] ?? said)
  const startedAt = performance.now()
  const server = await startBuiltServer(dataDir, membersMayDoAll, version.root)
  let known: KnownForum
  try {
    known = await addMembers(`http://127.0.0.1:${server.port}`)
    say('Waiting for what the server does in the background …')
    await pause(Math.max(0, backgroundStartSeconds * 1000 - (performance.now() - startedAt)))
    await untilQuiet(server, dataDir)
  } finally {
    await server.stop()
  }
  await vacuum(dataDir)
  return known
}

/** Waits until the server and its database have nothing to do. */
export async function untilQuiet({ pid }: BuiltServer, dataDir: string): Promise<void> {
  const spent = () => processSeconds(pid) + postgresSeconds(dataDir)
  for (let before = spent(), now = Number.POSITIVE_INFINITY; now - before > quietShare * quietSeconds; ) {
    if (Number.isFinite(now)) before = now
    await pause(quietSeconds * 1000)
    now = spent()
  }
}

/** Gives the planner statistics, so that no background job does it while something is measured. */
async function vacuum(dataDir: string): Promise<void> {
  const postgres = await startPrivatePostgres({ dataDir, log: () => {} })
  const client = new pg.Client(postgres.connection)
  try {
    await client.connect()
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
    await postgres.close()
  }
}

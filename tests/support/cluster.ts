import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import type { ClientConfig } from 'pg'
import { openDatabase } from '../../server/platform/database/connection.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A cluster and a template take 75 MB, each running test file 10 MB more. */
const roomNeededBytes = 400e6

/**
 * Where the tests of this checkout keep their cluster between runs: in memory when there is space, because cloning a
 * database takes 20 ms there and half a second on a disk. Named after the boot, too, because it does not survive a
 * power failure.
 */
export function testClusterFolder(): string {
  const key = createHash('sha256')
    .update(root)
    .update(process.env.POSTGRES_BINARIES ?? '')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(process.platform === 'linux' ? readFileSync('/proc/sys/kernel/random/boot_id') : '')
    .digest('hex')
    .slice(0, 12)
  return join(
    isRoomy('/dev/shm') ? '/dev/shm' : tmpdir(),
    `folkmoot-tests-${process.geteuid?.() ?? 0}-${key}`,
  )
}

/** In the folder of a cluster: the path of its checkout. */
const checkoutFile = 'checkout'

/** Deletes the clusters of checkouts that no longer exist, which would take memory until the next boot, and notes whose `folder` is. */
export function deleteAbandonedClusters(folder: string): void {
  const kind = basename(folder).replace(/[^-]+$/, '')
  for (const name of readdirSync(dirname(folder))) {
    const note = join(dirname(folder), name, checkoutFile)
    if (name.startsWith(kind) && existsSync(note) && !existsSync(readFileSync(note, 'utf8')))
      rmSync(dirname(note), { recursive: true, force: true })
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, checkoutFile), root)
}

/** Where tests put temporary files: in memory when there is space. */
export function scratchRoot(): string {
  return isRoomy('/dev/shm') ? '/dev/shm' : tmpdir()
}

/** Applies all migrations and those of the job queue, as a starting server does. */
export async function migrateAll(connection: ClientConfig): Promise<void> {
  const database = openDatabase(connection, { connections: 1, statementTimeoutMs: 100_000 })
  try {
    // Not with this module: browser tests use it, too, without the plugin that finds the migrations.
    const { migrate } = await import('../../server/platform/database/migrate.ts')
    await migrate(database.db)
    await runMigrations({ pgPool: database.pool })
  } finally {
    await database.close()
  }
}

/** A name for the state of the schema, so that a template made from older migrations is never used for newer ones. */
export function schemaFingerprint(): string {
  const folder = join(root, 'server/platform/database/migrations')
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)))
  hash.update('with the job queue')
  return hash.digest('hex').slice(0, 12)
}

function isRoomy(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= roomNeededBytes
  } catch {
    return false
  }
}

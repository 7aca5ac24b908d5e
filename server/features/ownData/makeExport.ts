import { mkdir, rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../platform/database/connection.ts'
import { temporaryFile, temporaryFolder } from '../../platform/http/upload.ts'
import { doEach } from '../../platform/jobs/doEach.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { archiveName, archivePath, type ExportKey, exportFolder } from './paths.ts'
import { zipArchive } from './zipArchive.ts'

type Services = Pick<TaskServices, 'db' | 'config' | 'files'>

interface PendingExport extends ExportKey {
  readonly userId: string
  readonly attempts: number
}

/** Includes attempts that the end of the process interrupted. */
const attemptsMax = 5

/**
 * Makes all pending archives, one after the other; an advisory lock lets only one process do so. Continues after a
 * failure; the failed archive is retried in the next run, at most `attemptsMax` times.
 *
 * @throws the first failure, at the end.
 */
export async function makeExports(services: Services, signal: AbortSignal): Promise<void> {
  const lock = sql`hashtext('folkmoot make_exports')`
  await services.db.connection().execute(async (db) => {
    const { isLocked } = await db
      .selectNoFrom(sql<boolean>`pg_try_advisory_lock(${lock})`.as('isLocked'))
      .executeTakeFirstOrThrow()
    if (!isLocked) return
    try {
      await makeAllExports({ ...services, db }, signal)
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(db)
    }
  })
}

const makeAllExports = (services: Services, signal: AbortSignal): Promise<void> =>
  doEach(pendingExports(services.db), signal, async (pending) => {
    try {
      await makeExport(services, pending, signal)
    } catch (error) {
      if (!signal.aborted && pending.attempts >= attemptsMax) await giveUp(services.db, pending)
      throw error
    }
  })

async function* pendingExports(db: Db) {
  for (let next = await claimNext(db, '0'); next; next = await claimNext(db, next.id)) yield next
}

/** Finds the next pending archive and counts an attempt. */
async function claimNext(db: Db, afterId: string): Promise<PendingExport | undefined> {
  return db
    .updateTable('data_exports')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('data_exports')
        .innerJoin('users', 'users.id', 'data_exports.user_id')
        .where('data_exports.state', '=', 'waiting')
        .where('data_exports.deleted_at', 'is', null)
        .where('users.deleted_at', 'is', null)
        .where('data_exports.id', '>', afterId)
        .select('data_exports.id')
        .orderBy('data_exports.id')
        .limit(1),
    )
    .returning(['id', 'secret', 'user_id as userId', 'attempts'])
    .executeTakeFirst()
}

const giveUp = (db: Db, { id }: PendingExport) =>
  sql`update data_exports set state = 'failed', finished_at = now() where id = ${id}`.execute(db)

/**
 * Makes one archive. When the process ends before it is stored, a temporary file remains, which the next
 * start deletes.
 */
async function makeExport(
  { db, config, files }: Services,
  waiting: PendingExport,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(temporaryFolder(config), { recursive: true, mode: 0o700 })
  const path = temporaryFile(config)
  try {
    const bytes = await writeArchive({ db, config, files }, waiting.userId, { path, signal })
    await files.putFile(archivePath(waiting, 'zip'), path)
    const { numAffectedRows } = await sql`
      update data_exports set state = 'ready', format = 'zip', finished_at = now(), bytes = ${bytes},
        expires_at = now() + make_interval(days => ${sql.lit(limits.exportDays)})
      where id = ${waiting.id}`.execute(db)
    // The account was deleted meanwhile, and `deleteOldExports` ran before the file existed.
    if (!numAffectedRows) await files.deleteFolder(exportFolder(waiting), { first: archiveName('zip') })
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Writes the archive of a member, a zip.
 *
 * @param to.path of a file that does not exist yet.
 * @returns the size of the file in bytes.
 */
export const writeArchive = (
  { db, config, files }: Services,
  userId: string,
  to: { path: string; signal: AbortSignal },
): Promise<number> => zipArchive({ db, files, site: config.siteUrl }, userId, to)

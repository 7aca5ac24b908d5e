import { sql, type Updateable } from 'kysely'
import { type BackupProgress, configuredSource, makeBackup } from '../../core/backups/make.ts'
import { verifyBackup } from '../../core/backups/verify.ts'
import { notifyAdmins } from '../../core/notifications/notify.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { Backups } from '../../platform/database/tables.ts'
import { errorMessage } from '../../platform/errors.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import type { ArchiveStore } from '../../platform/storage/archives.ts'
import { openBackupStore } from '../../platform/storage/open.ts'
import { enqueueBackupFailureMails } from './failureMail.ts'
import { requestDailyBackup } from './queries.ts'

type Services = Pick<TaskServices, 'db' | 'config' | 'files' | 'settings' | 'connection'>
type Work = Services & { readonly store: ArchiveStore; readonly signal: AbortSignal }

/** Includes attempts that the end of the process interrupted. */
const attemptsMax = 3
const progressMs = 1000
const failureMaxLength = 500
const failedDays = 30

/**
 * Schedules the daily backup at its hour, deletes the files of deleted backups, makes the waiting backup, and runs waiting
 * verifications. An advisory lock allows one process at a time. Interrupted work starts again.
 *
 * @throws the failure of the backup or of a verification, at the end, for the log; the list shows it, too.
 */
export async function makeBackups(services: Services, _payload: unknown, signal: AbortSignal): Promise<void> {
  await requestDailyBackup(services)
  if (!(await isWorkWaiting(services.db))) return
  const lock = sql`hashtext('folkmoot make_backups')`
  await services.db.connection().execute(async (db) => {
    const { isLocked } = await db
      .selectNoFrom(sql<boolean>`pg_try_advisory_lock(${lock})`.as('isLocked'))
      .executeTakeFirstOrThrow()
    if (!isLocked) return
    const store = await openBackupStore(services.config)
    const work: Work = { ...services, db, store, signal }
    try {
      const failure = await makeWaiting(work)
      await deleteFiles(work)
      const unsound = await verifyWaiting(work)
      if (failure ?? unsound) throw failure ?? unsound
    } finally {
      await store.close()
      await sql`select pg_advisory_unlock(${lock})`.execute(db)
    }
  })
}

async function isWorkWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from backups
    where state in ('waiting', 'running') or deleted_at is not null or verification in ('waiting', 'running')
    limit 1`.execute(db)
  return rows.length > 0
}

const reasonOf = (error: unknown): string => String(errorMessage(error) || error).slice(0, failureMaxLength)

/** @returns why the backup failed; undefined if it did not, or none was waiting. */
async function makeWaiting(work: Work): Promise<unknown> {
  const { db, store, signal } = work
  const claimed = await db
    .updateTable('backups')
    .set((eb) => ({ state: 'running', attempts: eb('attempts', '+', 1), step: null, done: 0, total: 0 }))
    .where('state', 'in', ['waiting', 'running'])
    .returning(['id', 'name', 'reason', 'attempts'])
    .executeTakeFirst()
  if (!claimed) return undefined
  const end = (set: { state: 'made' | 'failed'; bytes?: number; failure?: string }, on: Db = db) =>
    on
      .updateTable('backups')
      .set({ ...set, finished_at: sql<Date>`now()` })
      .where('id', '=', claimed.id)
      .execute()
  try {
    if (claimed.attempts > attemptsMax) throw new Error('The server was stopped during each attempt.')
    const { stored } = await makeBackup(
      configuredSource(work, { signal, onProgress: progressWriter(db, claimed.id) }),
      (bytes) => store.put(claimed.name, bytes, signal),
    )
    await end({ state: 'made', bytes: stored })
  } catch (error) {
    if (signal.aborted) {
      // A shutdown does not count as an attempt; the backup starts again with the next start.
      await db
        .updateTable('backups')
        .set((eb) => ({ state: 'waiting', attempts: eb('attempts', '-', 1) }))
        .where('id', '=', claimed.id)
        .execute()
      throw error
    }
    const failure = `The backup ${claimed.name} could not be made: ${reasonOf(error)}`
    await db.transaction().execute(async (trx) => {
      await end({ state: 'failed', failure: reasonOf(error) }, trx)
      await reportToAdmins(trx, failure)
    })
    return new Error(failure)
  }
  if (claimed.reason === 'daily') await retireDaily(work)
  return undefined
}

async function reportToAdmins(trx: Db, failure: string): Promise<void> {
  await notifyAdmins(trx, 'backup_failed', failure)
  await enqueueBackupFailureMails(trx, failure)
}

/** Stores the progress of a backup once a second. */
function progressWriter(db: Db, id: string): (progress: BackupProgress) => void {
  let writtenAt = Number.NEGATIVE_INFINITY
  return ({ phase, done, total }) => {
    const now = performance.now()
    if (now - writtenAt < progressMs) return
    writtenAt = now
    // Progress is only shown, so failures are ignored.
    db.updateTable('backups')
      .set({ step: phase, done, total })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .execute()
      .catch(() => {})
  }
}

/** Marks daily backups beyond the number to keep, and old failures, as deleted. */
async function retireDaily({ db, settings }: Work): Promise<void> {
  await sql`
    update backups set deleted_at = now()
    where deleted_at is null and (
      reason = 'daily' and state = 'made' and id not in (
        select id from backups where reason = 'daily' and state = 'made' and deleted_at is null
        order by id desc limit ${settings.dailyBackupsKept})
      or state = 'failed' and finished_at < now() - make_interval(days => ${sql.lit(failedDays)}))`.execute(
    db,
  )
}

/** Each file is deleted before its row, so that after an interruption the row still names the remaining file. */
async function deleteFiles({ db, store, signal }: Work): Promise<void> {
  const marked = await db
    .selectFrom('backups')
    .where('deleted_at', 'is not', null)
    .select(['id', 'name'])
    .orderBy('id')
    .execute()
  if (marked.length === 0) return
  for (const { name } of marked) {
    signal.throwIfAborted()
    await store.delete(name)
  }
  const ids = marked.map(({ id }) => id)
  await db.deleteFrom('backups').where('id', 'in', ids).execute()
}

/** @returns the first failure. */
async function verifyWaiting(work: Work): Promise<unknown> {
  const { db, config, store, signal } = work
  const waiting = await db
    .selectFrom('backups')
    .where('verification', 'in', ['waiting', 'running'])
    .where('state', '=', 'made')
    .select(['id', 'name', 'verification'])
    .orderBy('id')
    .execute()
  let failure: unknown
  for (const { id, name, verification } of waiting) {
    const note = (set: Updateable<Backups>, on = db) =>
      on.updateTable('backups').set(set).where('id', '=', id).execute()
    const now = () => new Date()
    try {
      if (verification === 'running') throw new Error('The server was stopped during the verification.')
      await note({ verification: 'running' })
      const file = await store.open(name)
      if (!file) throw new Error('Its file is missing.')
      const { wrongCounters } = await verifyBackup(config, {
        bytes: file.content,
        askPassphrase: async () => config.backupPassphrase,
        signal,
        onProgress: () => {},
      })
      if (wrongCounters.length > 0) throw new Error(`Wrong counters: ${wrongCounters.join(', ')}`)
      await note({ verification: 'sound', verification_failure: null, verified_at: now() })
    } catch (error) {
      if (signal.aborted) {
        await note({ verification: 'waiting' })
        throw error
      }
      const said = `The verification of the backup ${name} failed: ${reasonOf(error)}`
      await db.transaction().execute(async (trx) => {
        await note({ verification: 'failed', verification_failure: reasonOf(error), verified_at: now() }, trx)
        await reportToAdmins(trx, said)
      })
      failure ??= new Error(said)
    }
  }
  return failure
}

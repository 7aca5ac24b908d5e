import { sql } from 'kysely'
import type { Backups } from '../../../contract/endpoints/backups.ts'
import type { Backup } from '../../../contract/entities/backup.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import { type BackupRow, backupColumns, backupView, selectBackups } from '../../core/backups/listed.ts'
import { backupName } from '../../core/backups/names.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { enforceAdmin } from '../../core/permissions/admin.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { openBackupStore } from '../../platform/storage/open.ts'

/** The task that runs `makeBackups`. */
export const makeBackupsTask = 'make_backups'

const enqueue = (trx: Db) =>
  sql`select graphile_worker.add_job(${makeBackupsTask}, job_key := ${makeBackupsTask})`.execute(trx)

/** The latest backups, except those made on the command line. */
export async function listBackups(
  { db, config }: { db: Db; config: Config },
  session: { hasRecentPassword(db: Db): Promise<boolean> },
): Promise<Backups> {
  const store = await openBackupStore(config)
  const { place } = store
  await store.close()
  const [rows, mayDownload] = await Promise.all([
    selectBackups(db).limit(sql.lit(limits.backupsShown)).execute(),
    session.hasRecentPassword(db),
  ])
  return { place, isEncrypted: config.backupPassphrase !== '', mayDownload, backups: rows.map(backupView) }
}

const parseId = (text: string): string => {
  if (!/^[0-9]{1,18}$/.test(text)) throw new Refused(errors.backupNotFound)
  return text
}

/** @throws Refused with `backup_not_found`. */
export async function findMadeBackup(db: Db, id: string): Promise<BackupRow> {
  return selectBackups(db)
    .where('id', '=', parseId(id))
    .where('state', '=', 'made')
    .executeTakeFirstOrThrow(() => new Refused(errors.backupNotFound))
}

const newName = (config: Config, reason: 'manual' | 'daily') =>
  backupName(new Date(), reason, { isEncrypted: config.backupPassphrase !== '' })

/** Requests a backup. @throws Refused with `backup_under_way`, or `not_admin` for callers who no longer are one. */
export async function requestBackup(
  { db, config }: { db: Db; config: Config },
  admin: { id: string },
): Promise<Backup> {
  return db.transaction().execute(async (trx) => {
    await enforceAdmin(trx, admin)
    const row = await trx
      .insertInto('backups')
      .values({ name: newName(config, 'manual'), reason: 'manual' })
      .onConflict((conflict) => conflict.doNothing())
      .returning(backupColumns)
      .executeTakeFirstOrThrow(() => new Refused(errors.backupUnderWay))
    await enqueue(trx)
    return backupView(row)
  })
}

/**
 * Requests the daily backup if its hour has come and it was not requested since. A failed one is not retried before the next day.
 */
export async function requestDailyBackup({
  db,
  config,
  settings,
}: {
  db: Db
  config: Config
  settings: Pick<SettingValues, 'dailyBackups' | 'dailyBackupHour'>
}): Promise<void> {
  if (!settings.dailyBackups) return
  const hour = sql`make_interval(hours => ${settings.dailyBackupHour})`
  await sql`
    insert into backups (name, reason) select ${newName(config, 'daily')}, 'daily'
    where not exists (
      select from backups where reason = 'daily'
        -- The latest time with this hour.
        and asked_at >= date_trunc('day', now() - ${hour}, 'UTC') + ${hour})
    on conflict do nothing`.execute(db)
}

/**
 * Deletes a backup: it is hidden at once, and a job deletes its file.
 *
 * @throws Refused with `backup_not_found`, `backup_under_way`, or `not_admin` for who is no longer one.
 */
export async function deleteBackup(db: Db, admin: { id: string }, id: string): Promise<{ success: true }> {
  return db.transaction().execute(async (trx) => {
    await enforceAdmin(trx, admin)
    const found = await trx
      .selectFrom('backups')
      .where('id', '=', parseId(id))
      .where('deleted_at', 'is', null)
      .select(['id', 'name', 'state'])
      .forUpdate()
      .executeTakeFirstOrThrow(() => new Refused(errors.backupNotFound))
    if (found.state === 'waiting' || found.state === 'running') throw new Refused(errors.backupUnderWay)
    await trx
      .updateTable('backups')
      .set({ deleted_at: sql<Date>`now()` })
      .where('id', '=', found.id)
      .execute()
    await recordAction(trx, {
      action: 'delete_backup',
      actor: admin,
      actedAs: 'admins',
      communityId: null,
      details: { backupName: found.name },
    })
    await enqueue(trx)
    return { success: true }
  })
}

/** Asks for a verification. @throws Refused with `backup_not_found`, or `not_admin` for callers who no longer are one. */
export async function requestVerification(db: Db, admin: { id: string }, id: string): Promise<Backup> {
  return db.transaction().execute(async (trx) => {
    await enforceAdmin(trx, admin)
    await trx
      .updateTable('backups')
      .set({ verification: 'waiting' })
      .where('id', '=', parseId(id))
      .where('state', '=', 'made')
      .where('deleted_at', 'is', null)
      // A second click does not start it again.
      .where(sql<boolean>`verification is distinct from 'running'`)
      .execute()
    await enqueue(trx)
    return backupView(await findMadeBackup(trx, id))
  })
}

import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import { errorCode } from '../../platform/errors.ts'

const undefinedColumn = '42703'

/** Remembers that a command has made a backup just now; not where the upgrade that brings the column is still to come. */
export async function recordCommandBackup(db: Db): Promise<void> {
  await db
    .updateTable('site_settings')
    .set({ command_backup_at: sql<Date>`now()` })
    .execute()
    .catch((error) => {
      if (errorCode(error) !== undefinedColumn) throw error
    })
}

/** Times of backups in seconds since 1970, and the size of the last one in bytes; null where there was none. */
export interface BackupTimes {
  /** When the last one was made, also by a command. */
  readonly madeAt: number | null
  /** The size of the last one that was not made by a command. */
  readonly bytes: number | null
  readonly failedAt: number | null
  /** When one was last found to be sound. */
  readonly soundAt: number | null
}

export async function findBackupTimes(db: Db): Promise<BackupTimes> {
  const { rows } = await sql<BackupTimes>`
    select
      extract(epoch from greatest(max(finished_at) filter (where state = 'made'),
        (select command_backup_at from site_settings)))::float as "madeAt",
      (array_agg(bytes order by id desc) filter (where state = 'made'))[1]::float as bytes,
      extract(epoch from greatest(max(finished_at) filter (where state = 'failed'),
        max(verified_at) filter (where verification = 'failed')))::float as "failedAt",
      extract(epoch from max(verified_at) filter (where verification = 'sound'))::float as "soundAt"
    from backups where deleted_at is null`.execute(db)
  return rows[0] ?? { madeAt: null, bytes: null, failedAt: null, soundAt: null }
}

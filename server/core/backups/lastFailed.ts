import { sql } from 'kysely'

/** Whether the last backup that has ended, of those that admins and the schedule asked for, has failed. */
export const lastBackupFailed = sql<boolean>`coalesce((
  select state = 'failed' from backups where deleted_at is null and state in ('made', 'failed')
  order by id desc limit 1), false)`

import { sql } from 'kysely'

/** Whether the last backup that has ended, of those that admins and the schedule asked for, has failed, or its verification. */
export const lastBackupFailed = sql<boolean>`coalesce((
  select state = 'failed' or verification is not distinct from 'failed' from backups where deleted_at is null and state in ('made', 'failed')
  order by id desc limit 1), false)`

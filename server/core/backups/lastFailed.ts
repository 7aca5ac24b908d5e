import { sql } from 'kysely'

/** Whether the last finished backup (started by an admin or the schedule) or its verification failed. */
export const lastBackupFailed = sql<boolean>`coalesce((
  select state = 'failed' or verification is not distinct from 'failed' from backups where deleted_at is null and state in ('made', 'failed')
  order by id desc limit 1), false)`

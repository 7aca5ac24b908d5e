import { sql } from 'kysely'
import type { Db } from '../../server/platform/database/connection.ts'

/** The process ids of PostgreSQL that wait for locks in this database, for tests of concurrent writes. */
export async function waitingStatements(db: Db): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.map((row) => row.pid)
}

import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../server/platform/database/connection.ts'
import { waitingStatements } from './waitingStatements.ts'

/** A row by which tests name what is locked. */
interface Lockable {
  id: string
}

/**
 * Which rows a statement has locked when it meets a lock that another transaction holds: those before it in its lock order.
 *
 * @param others.lock takes that lock, in a transaction that ends when this function returns.
 * @param others.held lists what the waiting statement leaves unlocked or holds: see `unlockedRows` and `permissionLocksAnd`.
 * @param run starts the statement.
 * @returns the ids that `held` lists, and the statement, which goes on then.
 */
export async function heldWhileWaiting<Result>(
  db: Db,
  { lock, held }: { lock: RawBuilder<unknown>; held: RawBuilder<Lockable> },
  run: () => Promise<Result>,
): Promise<{ ids: string[]; underWay: Promise<Result>[] }> {
  return await db.transaction().execute(async (trx) => {
    await lock.execute(trx)
    const underWay = run()
    await expect.poll(() => waitingStatements(db)).toHaveLength(1)
    const { rows } = await held.execute(db)
    return { ids: rows.map(({ id }) => id), underWay: [underWay] }
  })
}

/** The rows of a table that nobody has locked, by ascending id. */
export const unlockedRows = (table: string, ids: readonly string[]) =>
  sql<Lockable>`select id from ${sql.table(table)} where id = any(${ids}) order by id for no key update skip locked`

/** The members whose permission locks the waiting statement holds, followed by unlocked rows. */
export const permissionLocksAnd = (unlocked: RawBuilder<Lockable>) => sql<Lockable>`
  with lockable as materialized (${unlocked})
  select objid::bigint as id from pg_locks where locktype = 'advisory' and classid = 1 and granted
    and pid in (select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')
  union all select id from lockable order by id`

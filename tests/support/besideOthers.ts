import { expect } from 'vitest'
import type { Db } from '../../server/platform/database/connection.ts'
import type { Forum } from './forum.ts'
import { waitingStatements } from './waitingStatements.ts'

/** A row that a statement waits for. */
export interface ContendedRow {
  readonly table: string
  readonly id: string
  /** The column of its id, unless that is `id`. */
  readonly key?: string
  /** What someone else changes of it meanwhile, in SQL. */
  readonly change?: string
  /** Whether a foreign key can hold it. */
  readonly isReferred?: boolean
  /** The statement conflicts with foreign keys too, so it waits for the one that holds the row. */
  readonly isLockedAsAWhole?: boolean
}

/**
 * Writes while someone changes a row that the statement needs, a foreign key holds the version before, and one more waits for
 * the row: the situation in which a statement deadlocks that locks a row and looks for it again in its own snapshot.
 *
 * @param write uses the given transaction, which is not tried again after a deadlock.
 * @returns `['stored', 'locked']`, or the errors of those who got one.
 */
export async function writeBesideOthers(
  { database, db }: Pick<Forum, 'database' | 'db'>,
  row: ContendedRow,
  write: (trx: Db) => Promise<unknown>,
): Promise<[string, string]> {
  const { table, id, key = 'id', change = 'created_at = created_at', isReferred = true } = row
  const clients = await Promise.all([1, 2, 3].map(() => database.pool.connect()))
  const [keyHolder, changer, other] = clients as [
    (typeof clients)[0],
    (typeof clients)[0],
    (typeof clients)[0],
  ]
  try {
    await keyHolder.query('begin')
    if (isReferred) await keyHolder.query(`select from ${table} where ${key} = $1 for key share`, [id])
    await changer.query('begin')
    await changer.query(`update ${table} set ${change} where ${key} = $1`, [id])
    const written = db
      .transaction()
      .execute(write)
      .then(() => 'stored', String)
    await expect.poll(() => waitingStatements(db)).toHaveLength(1)
    const locked = other
      .query(`select from ${table} where ${key} = $1 for no key update`, [id])
      .then(() => 'locked', String)
    await expect.poll(() => waitingStatements(db)).toHaveLength(2)
    await changer.query('commit')
    if (row.isLockedAsAWhole) await keyHolder.query('commit')
    return await Promise.all([written, locked])
  } finally {
    for (const client of clients) client.release(true)
  }
}

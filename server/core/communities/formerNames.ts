import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/**
 * Which of these names are former names of communities, in lower case; until the transaction ends, no other name becomes one. Call it
 * before rows are locked.
 */
export async function findFormerNames(trx: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  const keys = names.map((name) => name.toLowerCase())
  const { former } = await trx
    .selectNoFrom(sql<string[]>`lock_community_names(${keys}::text[])`.as('former'))
    .executeTakeFirstOrThrow()
  return new Set(former)
}

/** The name that each of these communities was created with, by its id; only of those that have been renamed. */
export async function findFirstNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('former_community_names')
    .distinctOn('community_id')
    .where('community_id', '=', sql<string>`any(${ids}::bigint[])`)
    .select(['community_id', 'name'])
    .orderBy('community_id')
    .orderBy('renamed_at')
    .execute()
  return new Map(rows.map(({ community_id, name }) => [community_id, name]))
}

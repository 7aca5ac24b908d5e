import { type AliasableExpression, sql } from 'kysely'
import type { Db } from './connection.ts'

/** The number of rows of a query, which should have a limit. */
export async function countRows(db: Db, query: AliasableExpression<object>): Promise<number> {
  const { found } = await db
    .selectFrom(query.as('counted'))
    .select(sql<number>`count(*)::integer`.as('found'))
    .executeTakeFirstOrThrow()
  return found
}

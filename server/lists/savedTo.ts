import { type SqlBool, sql } from 'kysely'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { parseId } from '../http/ids.ts'
import { Refused } from '../http/refused.ts'
import { isTarget } from './target.ts'

/**
 * In which of a member's own lists a post or a comment is; in none when there is no such thing.
 *
 * @throws Refused with `invalid-target-id` or `invalid-content-type`.
 */
export async function listSavedTo(
  db: Db,
  memberId: string,
  query: { id?: string; type?: string },
): Promise<number[]> {
  const id = parseId(query.id ?? '')
  if (id === null) throw new Refused(errors.invalidTargetId)
  const { type } = query
  if (type !== 'post' && type !== 'comment') throw new Refused(errors.invalidContentType)
  const rows = await db
    .selectFrom('lists')
    .where('user_id', '=', memberId)
    // As `exists` it might read all the lists of the forum in which it is; a scalar is asked for list by list.
    .where(
      sql<SqlBool>`(select true from list_items where list_items.list_id = lists.id and ${isTarget({ type, id })})`,
    )
    .orderBy('lists.id')
    .select('lists.id')
    .execute()
  return rows.map((row) => Number(row.id))
}

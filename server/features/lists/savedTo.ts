import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseIdOrNull } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'
import { matchesTarget } from './target.ts'

/**
 * The ids of the member's own lists that contain a post or a comment; none when it does not exist.
 *
 * @throws Refused with `invalid-target-id` or `invalid-content-type`.
 */
export async function listSavedTo(
  db: Db,
  memberId: string,
  query: { id?: string; type?: string },
): Promise<number[]> {
  const id = parseIdOrNull(query.id ?? '')
  if (id === null) throw new Refused(errors.invalidTargetId)
  const { type } = query
  if (type !== 'post' && type !== 'comment') throw new Refused(errors.invalidContentType)
  const rows = await db
    .selectFrom('lists')
    .where('user_id', '=', memberId)
    // A scalar subquery, which PostgreSQL evaluates per list. With `exists` it may join all lists that contain the target.
    .where(
      sql<boolean>`(select true from list_items where list_items.list_id = lists.id and ${matchesTarget({ type, id })})`,
    )
    .orderBy('lists.id')
    .limit(sql.lit(limits.listsPerMemberMax))
    .select('lists.id')
    .execute()
  return rows.map((row) => Number(row.id))
}

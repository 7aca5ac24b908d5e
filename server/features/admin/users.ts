import { type RawBuilder, sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { limits } from '../../../contract/limits.ts'
import { bareName } from '../../../contract/memberName.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { selectAccounts } from '../../core/users/columns.ts'
import { userView } from '../../core/users/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { isSeenFrom } from './addresses.ts'

/**
 * A page of all accounts, the newest first, deleted and built-in ones too.
 *
 * @param query as it is in the URL; `q` is a part of a name or of an email address, an IP address, or a range
 *   such as `192.0.2.0/24`, from which they came when they signed up or were last seen.
 * @returns `next`: the id of the first account of the next page, or null.
 * @throws Refused with `invalid_cursor`.
 */
export async function listUsers(
  db: Db,
  viewer: Viewer,
  query: { next?: string; q?: string },
): Promise<OutputOf<'listUsers'>> {
  const next = parseNumberCursor(query.next)
  const requested = (query.q ?? '').trim()
  const rows = await selectAccounts(db)
    .$if(next !== null, (q) => q.where('author.id', '<=', next))
    .$if(requested !== '', (q) => q.where(isFoundBy(requested, next)))
    .orderBy('author.id', 'desc')
    .limit(limits.adminTableRows + 1)
    .execute()
  return {
    users: rows.slice(0, limits.adminTableRows).map((row) => userView(row, viewer)),
    next: rows[limits.adminTableRows]?.id ?? null,
  }
}

/** Most searches match many accounts or few. Many matches are soon found among the newest accounts; few come from the indexes. */
const newestLookedAt = 5000

function isFoundBy(text: string, upTo: string | null): RawBuilder<boolean> {
  const condition = conditionFor(text)
  const accountsUpTo = sql`users where ${upTo === null ? sql`true` : sql`id <= ${upTo}`}`
  const count = sql.lit(limits.adminTableRows + 1)
  // Sorting by an expression without an index keeps the planner from scanning all accounts for a few matches.
  return sql`author.id in (
    with newest as materialized (
      select id from (select * from ${accountsUpTo} order by id desc limit ${sql.lit(newestLookedAt)}) as newest
      where ${condition} order by id desc limit ${count}),
    others as (
      select id from ${accountsUpTo} and ${count} > (select count(*) from newest) and ${condition}
      order by id + 0 desc limit ${count})
    select id from newest union all select id from others)`
}

/** A condition on the columns of `users`. */
function conditionFor(text: string): RawBuilder<boolean> {
  const seenFrom = isSeenFrom(text)
  if (seenFrom) return seenFrom
  const part = bareName(text)
    .toLowerCase()
    .replace(/[_%\\]/g, '\\$&')
  return sql`(username_key like ${`%${part}%`} or lower(email) like ${`%${part}%`})`
}

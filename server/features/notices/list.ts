import { sql } from 'kysely'
import { endpoints, type OutputOf } from '../../../contract/endpoints/index.ts'
import { limits } from '../../../contract/limits.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { countRows } from '../../platform/database/countRows.ts'
import { parseNumberCursor, parseTimestampCursor } from '../../platform/http/cursor.ts'
import { parseChoice } from '../../platform/http/parameters.ts'
import { noticeView, selectNotices } from './queries.ts'

/**
 * A page of notices: open ones with the first due first, others with the newest first.
 *
 * @throws Refused with `bad_action` or `invalid_cursor`.
 */
export async function listNotices(
  db: Db,
  admin: Viewer,
  query: { readonly filter?: string; readonly next?: string },
): Promise<OutputOf<'listNotices'>> {
  const filter = parseChoice(endpoints.listNotices.query.properties.filter, query.filter)
  const page = filter === 'open' ? openPage(db, admin, query.next) : otherPage(db, admin, filter, query.next)
  const open = db
    .selectFrom('notices')
    .where('is_open', '=', true)
    .select('id')
    .limit(limits.noticesCountedMax)
  const [rows, noOpen, noOverdue] = await Promise.all([
    page.limit(limits.noticesPerPage + 1).execute(),
    countRows(db, open),
    countRows(db, open.where('due_at', '<', sql<Date>`now()`)),
  ])
  const following = rows[limits.noticesPerPage]
  return {
    items: rows.slice(0, limits.noticesPerPage).map(noticeView),
    noOpen,
    noOverdue,
    next: following ? (filter === 'open' ? `${following.due_us}.${following.id}` : following.id) : null,
  }
}

function openPage(db: Db, admin: Viewer, next: string | undefined) {
  const cursor = parseTimestampCursor(next)
  return selectNotices(db, admin)
    .where('notices.is_open', '=', true)
    .$if(cursor !== null, (q) =>
      q.where(
        sql<boolean>`(notices.due_at, notices.id) >= (moment_of(${cursor?.key}::bigint), ${cursor?.id}::bigint)`,
      ),
    )
    .orderBy('notices.due_at')
    .orderBy('notices.id')
}

function otherPage(db: Db, admin: Viewer, filter: 'decided' | 'complaints', next: string | undefined) {
  const cursor = parseNumberCursor(next)
  return selectNotices(db, admin)
    .where(
      filter === 'decided'
        ? sql<boolean>`not notices.is_open`
        : sql<boolean>`notices.complained_at is not null`,
    )
    .$if(cursor !== null, (q) => q.where('notices.id', '<=', cursor))
    .orderBy('notices.id', 'desc')
}

import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { limits } from '../../../contract/limits.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { commentColumns, commentJoins, overlayColumns, voteJoin } from '../../core/comments/queries.ts'
import { type CommentRow, commentView } from '../../core/comments/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { cut } from '../../platform/http/text.ts'

/**
 * A page of all comments, the newest first, each with the title of its post; deleted ones too, which admins see whole.
 * Our own page gets texts cut to what its table shows.
 * @returns `next`: the id of the first comment of the next page, or null.
 * @throws Refused with `invalid_cursor`.
 */
export async function listAllComments(
  db: Db,
  query: { next?: string },
  to: ViewAs,
): Promise<OutputOf<'listAllComments'>> {
  const next = parseNumberCursor(query.next)
  const viewerId = to.viewer?.id ?? null
  const { rows } = await sql<CommentRow & { post_title: string }>`
    with page as materialized (
      select id from comments ${next === null ? sql`` : sql`where id <= ${next}`}
      order by id desc limit ${sql.lit(limits.adminTableRows + 1)})
    select ${commentColumns('source')}, ${overlayColumns(viewerId)},
      (select title from posts where posts.id = comments.post_id) as post_title
    from page join comments on comments.id = page.id ${commentJoins} ${voteJoin(viewerId)}
    order by comments.id desc`.execute(db)
  const bodyOf = (row: CommentRow) =>
    to.format === 'source' ? row.body : cut(row.body, limits.adminTableTextMaxLength)
  return {
    comments: rows.slice(0, limits.adminTableRows).map((row) => ({
      ...commentView({ ...row, body: bodyOf(row) }, { ...to, format: 'source' }),
      postTitle: row.post_title,
    })),
    next: rows[limits.adminTableRows]?.id ?? null,
  }
}

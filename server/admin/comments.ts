import { sql } from 'kysely'
import type { OutputOf } from '../../contract/endpoints/index.ts'
import { limits } from '../../contract/limits.ts'
import { commentColumns, commentJoins, overlayColumns, voteJoin } from '../comments/read.ts'
import { type CommentRow, commentView } from '../comments/view.ts'
import type { Db } from '../database/connection.ts'
import { readNumberCursor } from '../http/cursor.ts'
import { cut } from '../http/text.ts'
import type { ViewFor } from '../posts/view.ts'

/**
 * A page of all comments, the newest first, each with the title of its post; deleted ones too, which admins see whole.
 *
 * @param query as it stands in the address; `render=page` cuts the texts to what a table shows.
 * @returns `next`: the id of the first comment of the next page, or null.
 * @throws Refused with `invalid_cursor`.
 */
export async function listAllComments(
  db: Db,
  query: { next?: string; render?: string },
  to: ViewFor,
): Promise<OutputOf<'listAllComments'>> {
  const next = readNumberCursor(query.next)
  const viewerId = to.viewer?.id ?? null
  const { rows } = await sql<CommentRow & { post_title: string }>`
    with page as materialized (
      select id from comments ${next === null ? sql`` : sql`where id <= ${next}`}
      order by id desc limit ${sql.lit(limits.adminTableRows + 1)})
    select ${commentColumns('source')}, ${overlayColumns(viewerId)},
      (select title from posts where posts.id = comments.post_id) as post_title
    from page join comments on comments.id = page.id ${commentJoins} ${voteJoin(viewerId)}
    order by comments.id desc`.execute(db)
  const textOf = (body: string) =>
    query.render === 'page' ? cut(body, limits.adminTableTextMaxLength) : body
  return {
    comments: rows.slice(0, limits.adminTableRows).map((row) => ({
      ...commentView({ ...row, body: textOf(row.body) }, to),
      postTitle: row.post_title,
    })),
    next: rows[limits.adminTableRows]?.id ?? null,
  }
}

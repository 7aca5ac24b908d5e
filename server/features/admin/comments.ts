import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { limits } from '../../../contract/limits.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { type CommentRow, commentView } from '../../core/comments/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { excerptOf } from '../../platform/markdown/excerpt.ts'
import { listedComments } from './listedComments.sql.ts'

/** As much of a text as the table of the dashboard has room for. */
export const tableTextMaxLength = 300

/** Markdown is longer than its plain text. */
const readLength = 4 * tableTextMaxLength

/**
 * A page of all comments, the newest first, each with the title of its post; deleted ones too, which admins see in full.
 * For our own page, `body` is the beginning of the text as people read it, without the marks of Markdown.
 * @returns `next`: the id of the first comment of the next page, or null.
 * @throws Refused with `invalid_cursor`.
 */
export async function listAllComments(
  db: Db,
  query: { next?: string },
  to: ViewAs,
): Promise<OutputOf<'listAllComments'>> {
  const next = parseNumberCursor(query.next)
  const rows = await queryRows(db, listedComments, {
    viewerId: to.viewer?.id ?? null,
    hasCursor: next !== null,
    cursorId: next,
    limit: limits.adminTableRows + 1,
  })
  const bodyOf = ({ body }: CommentRow) =>
    to.format === 'source' ? body : excerptOf(body.slice(0, readLength), tableTextMaxLength)
  return {
    comments: rows.slice(0, limits.adminTableRows).map((row) => ({
      ...commentView({ ...row, body: bodyOf(row) }, { ...to, format: 'source' }),
      postTitle: row.post_title,
    })),
    next: rows[limits.adminTableRows]?.id ?? null,
  }
}

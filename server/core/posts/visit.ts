import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { Refused } from '../../platform/http/refused.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import type { BodyFormat } from '../api/viewAs.ts'
import { noteVisit as noteVisitStatement } from './noteVisit.sql.ts'
import type { PostRow } from './serialize.ts'
import { visitPost as visitPostStatement } from './visitPost.sql.ts'

/**
 * One post as `getPostRow`, and notes that a member opened it now; the row shows the visit before.
 *
 * @throws Refused with `post/not-found`.
 */
export async function visitPost(
  db: Db,
  publicId: string,
  { memberId, text: format }: { memberId: string; text: BodyFormat },
): Promise<PostRow> {
  const visit = { publicId, memberId, format, renderer: rendererVersion }
  const row = await queryRow(db, visitPostStatement, visit)
  if (!row) throw new Refused(errors.postNotFound)
  return row
}

/** Notes that a member opened a post now; undefined when there is no such post. */
export const noteVisit = (db: Db, publicId: string, memberId: string): Promise<{ id: string } | undefined> =>
  queryRow(db, noteVisitStatement, { publicId, memberId })

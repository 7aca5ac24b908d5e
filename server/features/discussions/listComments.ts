import { endpoints } from '../../../contract/endpoints/index.ts'
import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { getCommentsPage, getReplies } from '../../core/comments/queries.ts'
import { noteVisit } from '../../core/posts/visit.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseId } from '../../platform/http/ids.ts'
import { parseWhole } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'

/** @throws Refused with `invalid_limit`. */
const parseLimit = (text: string | undefined) =>
  parseWhole(endpoints.listComments.query.properties.limit, text)

/**
 * A page of comments. The first page counts as a visit of a logged-in viewer.
 *
 * @throws Refused with `post/not-found`, and for cursors and limits that make no sense.
 */
export async function listComments(
  db: Db,
  request: { publicId: string; next?: string; limit?: string },
  to: ViewAs,
): Promise<{ comments: Comment[]; next: string | null }> {
  const limit = parseLimit(request.limit)
  const { publicId, next } = request
  const [post, page] = await Promise.all([
    to.viewer && !next ? noteVisit(db, publicId, to.viewer.id) : findPost(db, publicId),
    getCommentsPage(db, { publicId, limit, next }, to),
  ])
  if (!post) throw new Refused(errors.postNotFound)
  return page
}

/**
 * A page of what is below a comment.
 *
 * @throws Refused with `post/not-found`, and for ids, cursors and limits that make no sense.
 */
export async function listReplies(
  db: Db,
  request: { publicId: string; parentId?: string; next?: string; limit?: string },
  to: ViewAs,
): Promise<Comment[]> {
  const limit = parseLimit(request.limit)
  const { publicId, next } = request
  const commentId = parseId(request.parentId ?? '')
  const [post, replies] = await Promise.all([
    findPost(db, publicId),
    getReplies(db, { publicId, commentId, limit, next }, to),
  ])
  if (!post) throw new Refused(errors.postNotFound)
  return replies
}

const findPost = (db: Db, publicId: string) =>
  db.selectFrom('posts').select('id').where('public_id', '=', publicId).executeTakeFirst()

import type { Comment } from '../../contract/entities/comment.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { readId } from '../http/ids.ts'
import { readPageSize } from '../http/pageSize.ts'
import { Refused } from '../http/refused.ts'
import type { ViewFor } from '../posts/view.ts'
import { noteVisit } from '../posts/visit.ts'
import { readComments, readReplies } from './read.ts'

/**
 * A page of comments, or with `parentId` every descendant of that comment as a bare array. The first page
 * counts as a visit of a logged-in viewer.
 *
 * @throws Refused with `post/not-found`, and for ids, cursors and limits that make no sense.
 */
export async function listComments(
  db: Db,
  request: { publicId: string; next?: string; parentId?: string; limit?: string },
  to: ViewFor,
): Promise<{ comments: Comment[]; next: string | null } | Comment[]> {
  const limit = readPageSize(request.limit, {
    byDefault: limits.commentsPerPage,
    max: limits.commentsPerPage,
  })
  const parentId = request.parentId ? readId(request.parentId) : null
  const isVisit = to.viewer !== null && !request.next && parentId === null
  const { publicId } = request
  const [found, answer] = await Promise.all([
    isVisit && to.viewer
      ? noteVisit(db, publicId, to.viewer.id)
      : db.selectFrom('posts').select('id').where('public_id', '=', publicId).executeTakeFirst(),
    parentId === null
      ? readComments(db, { publicId, limit, next: request.next }, to)
      : readReplies(db, { publicId, commentId: parentId }, to),
  ])
  if (!found) throw new Refused(errors.postNotFound)
  return answer
}

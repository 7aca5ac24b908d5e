import type { Post } from '../../contract/entities/post.ts'
import { limits } from '../../contract/limits.ts'
import { readComments } from '../comments/read.ts'
import { findCommunityOfPost } from '../communities/read.ts'
import type { Db } from '../database/connection.ts'
import { readPageSize } from '../http/pageSize.ts'
import { getPostRow, visitPost } from './read.ts'
import { postView, type ViewFor } from './view.ts'

/**
 * A post with the first page of its comments and, unless unwanted, its community; a visit of a logged-in
 * viewer. One round of queries, asked side by side.
 *
 * @throws Refused with `post/not-found`.
 */
export async function readPost(
  db: Db,
  request: { publicId: string; fetchCommunity?: string; commentsLimit?: string },
  to: ViewFor,
): Promise<Post> {
  const limit = readPageSize(request.commentsLimit, {
    byDefault: limits.commentsPerPage,
    max: limits.commentsPerPage,
  })
  const { publicId } = request
  const wantsCommunity = request.fetchCommunity === undefined || request.fetchCommunity === 'true'
  const [row, { comments, next }, community] = await Promise.all([
    to.viewer
      ? visitPost(db, publicId, { viewerId: to.viewer.id, text: to.text })
      : getPostRow(db, publicId, { viewerId: null, text: to.text }),
    readComments(db, { publicId, limit }, to),
    wantsCommunity ? findCommunityOfPost(db, publicId, to) : null,
  ])
  return {
    ...postView(row, to),
    comments,
    commentsNext: next,
    ...(community && { community }),
  }
}

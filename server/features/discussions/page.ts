import { endpoints } from '../../../contract/endpoints/index.ts'
import type { Post } from '../../../contract/entities/post.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { getCommentsPage } from '../../core/comments/queries.ts'
import { findCommunityOfPost } from '../../core/communities/queries.ts'
import { getPostRow } from '../../core/posts/queries.ts'
import { postView } from '../../core/posts/serialize.ts'
import { visitPost } from '../../core/posts/visit.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseOnOff, parseWhole } from '../../platform/http/parameters.ts'

/**
 * A post with the first page of its comments and, unless unwanted, its community; a visit of a logged-in
 * viewer. One round of queries, asked side by side.
 *
 * @throws Refused with `post/not-found`.
 */
export async function getPostPage(
  db: Db,
  request: { publicId: string; fetchCommunity?: string; commentsLimit?: string },
  to: ViewAs,
): Promise<Post> {
  const parameters = endpoints.getPost.query.properties
  const limit = parseWhole(parameters.commentsLimit, request.commentsLimit)
  const { publicId } = request
  const wantsCommunity = parseOnOff(parameters.fetchCommunity, request.fetchCommunity)
  const [row, { comments, next }, community] = await Promise.all([
    to.viewer
      ? visitPost(db, publicId, { memberId: to.viewer.id, text: to.format })
      : getPostRow(db, publicId, { viewerId: null, text: to.format }),
    getCommentsPage(db, { publicId, limit }, to),
    wantsCommunity ? findCommunityOfPost(db, publicId, to) : null,
  ])
  return {
    ...postView(row, to),
    comments,
    commentsNext: next,
    ...(community && { community }),
  }
}

import { endpoints, type OutputOf } from '../../../contract/endpoints/index.ts'
import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import type { Services, SharedServices } from '../../core/api/route.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { getThreadComments } from '../../core/comments/items.ts'
import { getNewComments, getReplies, getThreadPage } from '../../core/comments/queries.ts'
import { commentStateOf } from '../../core/comments/serialize.ts'
import { enforceReading } from '../../core/permissions/bans.ts'
import { getPostState } from '../../core/posts/queries.ts'
import { notBeforeOf } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseId } from '../../platform/http/ids.ts'
import { type Json, jsonList, jsonObject } from '../../platform/http/json.ts'
import { parseChoice, parseInteger } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'

/** @throws Refused with `invalid_limit`. */
const parseLimit = (text: string | undefined) =>
  parseInteger(endpoints.listComments.query.properties.limit, text)

/** @throws Refused with `invalid-sort`. */
const parseSort = (text: string | undefined) =>
  parseChoice(endpoints.listComments.query.properties.sort, text)

/** @throws Refused with `invalid_cursor`. */
function parseSince(text: string | undefined): number | null {
  if (!text) return null
  if (!/^\d{1,15}$/.test(text)) throw new Refused(errors.invalidCursor)
  return Number(text)
}

/**
 * A page of comments, or with `since` what others wrote after that time. The first page counts as a visit of a logged-in viewer.
 *
 * @throws Refused with `post/not-found`, and for orders, cursors and limits that make no sense.
 */
export async function listComments(
  services: SharedServices & Pick<Services, 'visits'>,
  request: { publicId: string; sort?: string; next?: string; since?: string; limit?: string },
  to: ViewAs,
): Promise<Json<OutputOf<'listComments'>>> {
  const sort = parseSort(request.sort)
  const limit = parseLimit(request.limit)
  const { publicId, next } = request
  const since = parseSince(request.since)
  const { db } = services
  const [state, page] = await Promise.all([
    getPostState(services, publicId, {
      viewer: to.viewer,
      isVisit: !next && since === null,
      whole: false,
    }),
    since === null
      ? getThreadPage(services, { publicId, limit, next, sort }, notBeforeOf(to.viewer))
      : getNewComments(db, { publicId, limit, since, viewerId: to.viewer?.id ?? null }),
  ])
  if (state.merged_into !== null)
    return listComments(services, { ...request, publicId: state.merged_into }, to)
  const comments = await getThreadComments(services, page, { to, stateOf: commentStateOf(state) })
  return jsonObject<OutputOf<'listComments'>>({ comments: jsonList(comments), next: page.next })
}

/**
 * A page of what is below a comment.
 *
 * @throws Refused with `post/not-found`, and for orders, ids, cursors and limits that make no sense.
 */
export async function listReplies(
  db: Db,
  request: { publicId: string; parentId?: string; sort?: string; next?: string; limit?: string },
  to: ViewAs,
): Promise<Comment[]> {
  const sort = parseSort(request.sort)
  const limit = parseLimit(request.limit)
  const { publicId, next } = request
  const commentId = parseId(request.parentId ?? '')
  const [post, replies] = await Promise.all([
    findPost(db, publicId),
    getReplies(db, { publicId, commentId, limit, next, sort }, to),
  ])
  if (!post) throw new Refused(errors.postNotFound)
  enforceReading(to.viewer, post.community_id)
  return replies
}

const findPost = (db: Db, publicId: string) =>
  db.selectFrom('posts').select('community_id').where('public_id', '=', publicId).executeTakeFirst()

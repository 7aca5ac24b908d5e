import { endpoints } from '../../../contract/endpoints/index.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { Moved, type Services, type SharedServices } from '../../core/api/route.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { getThreadComments } from '../../core/comments/items.ts'
import { getThreadPage } from '../../core/comments/queries.ts'
import { commentStateOf } from '../../core/comments/serialize.ts'
import { communityJson, getCommunityOfPost } from '../../core/communities/queries.ts'
import { getPosts } from '../../core/posts/items.ts'
import { getPostState } from '../../core/posts/queries.ts'
import { notBeforeOf } from '../../core/sessions/viewer.ts'
import { type Json, jsonList } from '../../platform/http/json.ts'
import { parseChoice, parseInteger, parseOnOff } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'

/**
 * A post with the first page of its comments and, unless unwanted, its community; a visit of a logged-in
 * viewer. One query for the viewer; what is the same for everyone is read at most every two seconds.
 *
 * @throws Refused with `post/not-found`, and for orders and limits that make no sense.
 */
export async function getPostWithComments(
  services: SharedServices & Pick<Services, 'visits'>,
  request: { publicId: string; fetchCommunity?: string; commentsLimit?: string; commentsSort?: string },
  to: ViewAs,
): Promise<Json<Post> | Moved<Post>> {
  const parameters = endpoints.getPost.query.properties
  const sort = parseChoice(parameters.commentsSort, request.commentsSort)
  const limit = parseInteger(parameters.commentsLimit, request.commentsLimit)
  const { publicId } = request
  const { db, orders } = services
  const wantsCommunity = parseOnOff(parameters.fetchCommunity, request.fetchCommunity)
  const notBefore = notBeforeOf(to.viewer)
  const [state, page, shared] = await Promise.all([
    getPostState(services, publicId, { viewer: to.viewer, isVisit: true, whole: true }),
    getThreadPage(services, { publicId, limit, sort }, notBefore),
    wantsCommunity
      ? orders.get(`community of ${publicId} ${to.format}`, {
          notBefore,
          read: () => getCommunityOfPost(db, publicId, to),
        })
      : null,
  ])
  // Its address leads to the post that has its comments now.
  if (state.merged_into !== null)
    return new Moved(
      state.merged_into,
      await getPostHere(services, { ...request, publicId: state.merged_into }, to),
    )
  const comments = await getThreadComments(services, page, { to, stateOf: commentStateOf(state) })
  const community = shared?.community
  const posts = await getPosts(services, [{ id: state.id, version: state.post_version }], {
    to,
    stateOf: () => state,
    alone: {
      comments: jsonList(comments),
      commentsNext: page.next,
      ...(community && {
        community: communityJson(community, to.viewer, {
          isJoined: state.is_joined,
          isMuted: state.is_community_muted,
        }),
      }),
    },
  })
  const post = posts.get(state.id)
  if (!post) throw new Refused(errors.postNotFound)
  return post
}

/** The post into which another was merged, which was not merged itself when this was asked. */
async function getPostHere(...request: Parameters<typeof getPostWithComments>): Promise<Json<Post>> {
  const found = await getPostWithComments(...request)
  return found instanceof Moved ? found.answer : found
}

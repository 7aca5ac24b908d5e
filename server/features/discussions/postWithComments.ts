import { endpoints } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import type { Services, SharedServices } from '../../core/api/route.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { getThreadPage } from '../../core/comments/queries.ts'
import { commentsText } from '../../core/comments/shared.ts'
import { communityText, getCommunityOfPost } from '../../core/communities/queries.ts'
import { enforceReading } from '../../core/permissions/bans.ts'
import { getPostState } from '../../core/posts/queries.ts'
import { getPostFor, getSharedPosts, postText } from '../../core/posts/shared.ts'
import { freshFromOf } from '../../core/sessions/viewer.ts'
import { parseChoice, parseInteger, parseOnOff } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { TextParts } from '../../platform/http/textParts.ts'
import { commentsStateOf } from './viewerState.ts'

/**
 * A post with the first page of its comments and, unless unwanted, its community; a visit of a logged-in
 * viewer. One query for the viewer; what is the same for everybody is read at most every two seconds.
 *
 * @returns the JSON of a `Post`.
 * @throws Refused with `post/not-found`, and for orders and limits that make no sense.
 */
export async function getPostWithComments(
  services: SharedServices & Pick<Services, 'visits'>,
  request: { publicId: string; fetchCommunity?: string; commentsLimit?: string; commentsSort?: string },
  to: ViewAs,
): Promise<TextParts> {
  const parameters = endpoints.getPost.query.properties
  const sort = parseChoice(parameters.commentsSort, request.commentsSort)
  const limit = parseInteger(parameters.commentsLimit, request.commentsLimit)
  const { publicId } = request
  const { db, reads } = services
  const wantsCommunity = parseOnOff(parameters.fetchCommunity, request.fetchCommunity)
  const freshFrom = freshFromOf(to.viewer)
  const [state, page, shared] = await Promise.all([
    getPostState(services, publicId, { viewer: to.viewer, isVisit: true, whole: true }),
    getThreadPage(services, { publicId, limit, sort }, { to, freshFrom }),
    wantsCommunity
      ? reads.get(`community of ${publicId} ${to.format}`, {
          freshFrom,
          read: () => getCommunityOfPost(db, publicId, to),
        })
      : null,
  ])
  enforceReading(to.viewer, state.community_id)
  const wanted = { id: state.id, version: state.post_version }
  const post = (await getSharedPosts(services, [wanted], to)).get(state.id)
  if (!post) throw new Refused(errors.postNotFound)
  const community = shared?.community
  const comments = await commentsText(
    db,
    { groups: page.groups, communityId: state.community_id },
    { to, state: commentsStateOf(state) },
  )
  return new TextParts(
    postText(await getPostFor(db, post, state, to), state, {
      viewer: to.viewer,
      inside: {
        comments,
        commentsNext: page.next,
        community: community
          ? [
              communityText(community, to.viewer, {
                isJoined: state.is_joined,
                isMuted: state.is_community_muted,
              }),
            ]
          : null,
      },
    }),
  )
}

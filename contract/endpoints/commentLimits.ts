import { Type } from 'typebox'
import { CommentLimits } from '../entities/commentLimits.ts'
import { described, int, Nullable, oneOf } from '../entities/schema.ts'
import { commentLimitHoursMax, slowModeSecondsMax, slowModeSecondsMin } from '../limitValues.ts'
import { commenterGroups } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { inPath } from './parameters.ts'

const hours = Type.Optional(
  Nullable(
    int(
      'Ends after this many hours; null if it lasts until someone ends it. By default, the end stays as it is.',
      {
        minimum: 1,
        maximum: commentLimitHoursMax,
      },
    ),
  ),
)
const body = Type.Object({
  slowMode: Type.Optional(
    described(
      'How often a member may comment; null ends slow mode. By default, it stays as it is.',
      Nullable(
        Type.Object({
          seconds: int('A member may comment once in this many seconds.', {
            minimum: slowModeSecondsMin,
            maximum: slowModeSecondsMax,
          }),
          hours,
        }),
      ),
    ),
  ),
  commenters: Type.Optional(
    described(
      'Who may comment; null for everyone. By default, it stays as it is.',
      Nullable(
        Type.Object({ who: oneOf(commenterGroups, 'Who may comment, as in `CommentLimits`.'), hours }),
      ),
    ),
  ),
})

/** Slow mode, and who may comment; additions to the original API. */
export const commentLimitEndpoints = {
  limitComments: endpoint({
    method: 'PUT',
    path: '/api/posts/:publicId/comment-limits',
    summary:
      'Turns slow mode on or off for a post, and sets who may comment on it. For moderators and admins, who are exempt.',
    who: 'member',
    limit: 'moderation',
    changesWhatGuestsSee: true,
    params: Type.Object({ publicId: inPath.publicId }),
    body,
    response: CommentLimits,
    errors: ['postNotFound', 'neitherAdminNorModerator'],
  }),
  limitCommentsInCommunity: endpoint({
    method: 'PUT',
    path: '/api/communities/:communityId/comment-limits',
    summary:
      'Turns slow mode on or off for every post in a community, and sets who may comment there. For moderators and admins, who are exempt.',
    who: 'member',
    limit: 'moderation',
    changesWhatGuestsSee: true,
    params: Type.Object({ communityId: inPath.communityId }),
    body,
    response: CommentLimits,
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator'],
  }),
}

import { Type } from 'typebox'
import { HeldDecision, HeldItemsPage, OwnHeldItem, ReviewSettings } from '../entities/held.ts'
import { idText, listOf, Nullable, text } from '../entities/schema.ts'
import { heldActions, reviewLevels, undecidedChoices } from '../heldWords.ts'
import { heldDays, heldDecisionsMax, heldHours, heldListedMax } from '../limitValues.ts'
import { queueScopes } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { choice, next, optional, pageSize, reason, render, requiredChoice } from './parameters.ts'

const communityId = Type.Object({ communityId: idText('community', 'The id of the community.') })

/** Posts, comments and edits that wait for review by a moderator before anyone else sees them. */
export const heldEndpoints = {
  listOwnHeldItems: endpoint({
    method: 'GET',
    path: '/api/held',
    summary: `Lists your posts, comments and edits that are waiting for review or were declined in the last ${heldDays} days; the latest ${heldListedMax}.`,
    who: 'member',
    query: optional({
      postId: idText('post', 'Only comments on this post and edits of it; not the public id.'),
      communityId: idText('community', 'Only new posts in this community.'),
      render,
    }),
    response: Type.Object({ items: listOf(OwnHeldItem, 'The items, the latest first.') }),
    errors: ['invalidId'],
  }),
  withdrawHeldItem: endpoint({
    method: 'DELETE',
    path: '/api/held/:heldId',
    summary:
      'Withdraws an item that is waiting for review or was declined. Its text becomes a draft, without its images.',
    who: 'member',
    params: Type.Object({ heldId: text('The number of the item.') }),
    response: Type.Object({
      place: text('The place of the draft, as in `listDrafts`.'),
    }),
    errors: ['invalidId', 'heldItemNotFound'],
  }),
  listHeldItems: endpoint({
    method: 'GET',
    path: '/api/modqueue/held',
    summary:
      'Lists posts, comments and edits that are waiting for review: in all communities that you moderate, in one of them, or, for admins, anywhere.',
    who: 'member',
    query: optional({
      scope: choice(queueScopes, {
        description: 'The communities that you moderate or, for admins, all communities.',
        default: 'moderating',
        refusal: 'invalidFeedType',
      }),
      communityId: idText('community', 'Only items in this community; replaces `scope`.'),
      limit: pageSize(),
      next,
      render,
    }),
    response: HeldItemsPage,
    errors: [
      'limitNotANumber',
      'limitOutOfRange',
      'invalidFeedType',
      'invalidCursor',
      'notAdmin',
      'invalidId',
      'communityNotFound',
      'neitherAdminNorModerator',
    ],
  }),
  decideHeldItems: endpoint({
    method: 'POST',
    path: '/api/modqueue/held',
    summary:
      'Approves or declines what is waiting for review. What is approved is published with the current time. The author is notified either way. Items are decided independently.',
    who: 'member',
    limit: 'moderation',
    changesWhatGuestsSee: true,
    body: Type.Object({
      action: choice(heldActions, {
        description: 'What to do.',
        refusal: 'invalidAction',
      }),
      ids: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
        minItems: 1,
        maxItems: heldDecisionsMax,
        description: 'The numbers of the items.',
      }),
      reason: Type.Optional(Nullable(reason)),
    }),
    response: Type.Object({
      results: listOf(HeldDecision, 'The result for each, in the order of the request.'),
    }),
    errors: ['invalidAction', 'neitherAdminNorModerator'],
  }),
  getReviewSettings: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/review',
    summary:
      'Returns which posts and comments are held for review in a community. For moderators and admins.',
    who: 'member',
    params: communityId,
    response: ReviewSettings,
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator'],
  }),
  saveReviewSettings: endpoint({
    method: 'PUT',
    path: '/api/communities/:communityId/review',
    summary: 'Sets which posts and comments are held for review in a community. For moderators and admins.',
    who: 'member',
    limit: 'moderation',
    params: communityId,
    body: Type.Object({
      holdNewMembers: requiredChoice(reviewLevels, {
        description: 'Which posts and comments of new members are held for review.',
        refusal: 'invalidHoldLevel',
      }),
      undecided: requiredChoice(undecidedChoices, {
        description: `What happens to an item that no moderator has decided on within ${heldHours} hours.`,
        refusal: 'invalidHoldLevel',
      }),
    }),
    response: ReviewSettings,
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator', 'invalidHoldLevel'],
  }),
}

import { Type } from 'typebox'
import { DecisionResult, QueueItemsPage, QueueOthers, QueueView, SameImagePost } from '../entities/queue.ts'
import { idInput, idText, listOf, Nullable, text } from '../entities/schema.ts'
import { queueDecisionsMax, queueLookerSeconds, queueViewsMax, sameImagePostsShown } from '../limitValues.ts'
import { queueActions, queueKinds, queueSorts } from '../queueWords.ts'
import { contentTypes, queueScopes, reportFilters } from '../words.ts'
import { endpoint } from './endpoint.ts'
import {
  choice,
  inPath,
  integer,
  next,
  optional,
  pageNumber,
  pageSize,
  reason,
  removalFields,
  render,
} from './parameters.ts'

const type = choice(contentTypes, {
  description: 'Whether it is a post or a comment.',
  refusal: 'invalidReportType',
})
const targetId = idInput({ kindIn: 'type' }, 'The id of the post or comment, not the public id of a post.')

export const queueEndpoints = {
  listQueueItems: endpoint({
    method: 'GET',
    path: '/api/modqueue/items',
    summary:
      'Lists posts and comments that wait for moderators, each once with its reports, its author and the previous decision: in all communities that you moderate, in one of them, or for admins, anywhere.',
    who: 'member',
    query: optional({
      kind: choice(queueKinds, {
        description:
          '`reported`: with open reports. `removed`: by moderators or admins. `edited`: since they were reported or approved. `new`: by new members, about which nobody has decided.',
        default: 'reported',
        refusal: 'invalidFeedFilter',
      }),
      sort: choice(queueSorts, {
        description: 'For `reported`: the last reported first, or the most reported first.',
        default: 'newest',
        refusal: 'invalidFeedSort',
      }),
      filter: choice(reportFilters, {
        description: 'Posts, comments, or both.',
        default: 'all',
        refusal: 'invalidFeedFilter',
      }),
      scope: choice(queueScopes, {
        description: 'The communities that you moderate, or for admins, all of them.',
        default: 'moderating',
        refusal: 'invalidFeedType',
      }),
      communityId: idText('community', 'Only items in this community; replaces `scope`.'),
      postId: idText(
        'post',
        'Only this post of the community, with its reports and the latest decision; replaces `kind`, and is there also when nothing waits. Not the public id.',
      ),
      reason: integer({
        description: 'For `reported`: only items reported for the reason with this number.',
        minimum: 1,
        maximum: 2_147_483_647,
        form: '^[0-9]{1,10}$',
        refusal: 'invalidReportReason',
      }),
      rule: text('For `reported`: only items reported for the rule with this text.'),
      page: pageNumber({ description: 'The number of the page, from 1, in place of `next`.' }),
      limit: pageSize(),
      next,
      render,
    }),
    response: QueueItemsPage,
    errors: [
      'invalidPage',
      'limitNotANumber',
      'limitOutOfRange',
      'invalidFeedFilter',
      'invalidFeedSort',
      'invalidFeedType',
      'invalidReportReason',
      'invalidCursor',
      'notAdmin',
      'invalidId',
      'communityNotFound',
      'neitherAdminNorModerator',
    ],
  }),
  decideQueueItems: endpoint({
    method: 'POST',
    path: '/api/modqueue/decisions',
    summary:
      'Approves, removes or locks posts and comments, which closes their reports. Items that another moderator decided about since you read them are skipped, and that decision is returned.',
    who: 'member',
    limit: 'moderation',
    changesWhatGuestsSee: true,
    body: Type.Object({
      action: choice(queueActions, {
        description: '`approve` only closes the reports.',
        refusal: 'invalidAction',
      }),
      items: Type.Array(
        Type.Object({
          type,
          targetId,
          version: text('The `version` of the item that you have read.'),
        }),
        { minItems: 1, maxItems: queueDecisionsMax, description: 'The posts and comments.' },
      ),
      reason: Type.Optional(Nullable(reason)),
      ...removalFields,
    }),
    response: Type.Object({
      results: listOf(DecisionResult, 'The result for each, in the order of the request.'),
    }),
    errors: [
      'invalidAction',
      'invalidReportType',
      'invalidId',
      'neitherAdminNorModerator',
      'ruleNotFound',
      'removalReasonRequired',
    ],
  }),
  lookAtQueueItem: endpoint({
    method: 'PUT',
    path: '/api/modqueue/looking',
    summary: `Signals which post or comment of the queue you have open, and returns what other moderators do there. Repeat it within ${queueLookerSeconds} seconds while it is open.`,
    who: 'member',
    limit: 'queueLooks',
    body: Type.Object({
      type: Type.Optional(type),
      targetId: Type.Optional(
        idInput(
          { kindIn: 'type' },
          'The id of the post or comment. Without it, you have none open any more.',
        ),
      ),
    }),
    response: QueueOthers,
    errors: ['invalidReportType', 'invalidId'],
  }),
  listSameImagePosts: endpoint({
    method: 'GET',
    path: '/api/posts/:publicId/same_images',
    summary: `Lists posts with an image that is, or looks like, one of this post, the latest first, at most ${sameImagePostsShown}; for moderators of its community and admins. Removed posts are only listed for those who moderate their community.`,
    who: 'member',
    limit: 'moderation',
    params: Type.Object({ publicId: inPath.publicId }),
    response: Type.Object({ posts: listOf(SameImagePost, 'The posts.') }),
    errors: ['postNotFound', 'neitherAdminNorModerator'],
  }),
  listQueueViews: endpoint({
    method: 'GET',
    path: '/api/modqueue/views',
    summary: 'Returns your saved views of the queue.',
    who: 'member',
    response: Type.Object({ views: listOf(QueueView, 'The views, in your order.') }),
    errors: [],
  }),
  saveQueueViews: endpoint({
    method: 'PUT',
    path: '/api/modqueue/views',
    summary: 'Replaces your saved views of the queue.',
    who: 'member',
    limit: 'moderation',
    body: Type.Object({
      views: Type.Array(QueueView, { maxItems: queueViewsMax, description: 'All views, in your order.' }),
    }),
    response: Type.Object({ views: listOf(QueueView, 'The stored views.') }),
    errors: ['invalidQueueView'],
  }),
}

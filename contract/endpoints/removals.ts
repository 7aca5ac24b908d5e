import { Type } from 'typebox'
import { RemovalReasons, RemovalTemplate } from '../entities/removal.ts'
import { idInput, int } from '../entities/schema.ts'
import { removalTemplatesMax } from '../limitValues.ts'
import { contentTypes } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { choice, inPath, reason, removalFields } from './parameters.ts'

const ofCommunity = Type.Object({ communityId: inPath.communityId })

export const removalEndpoints = {
  eraseContent: endpoint({
    method: 'POST',
    path: '/api/_erase',
    summary:
      'Erases a post or comment for good: text, title, link, images, earlier versions and what moderators kept. It cannot be restored; the log has the reason and nothing of the content. For moderators of the community and admins.',
    who: 'member',
    limit: 'moderation',
    changesWhatGuestsSee: true,
    body: Type.Object({
      type: choice(contentTypes, {
        description: 'Whether it is a post or a comment.',
        refusal: 'invalidReportType',
      }),
      targetId: idInput({ kindIn: 'type' }, 'The id of the post or comment, not the public id of a post.'),
      reason: Type.String({ ...reason, minLength: 1 }),
      ...removalFields,
    }),
    response: Type.Object({
      noReports: int('How many reports were closed.'),
      noMentions: int('How many notifications of mentions were deleted.'),
    }),
    errors: [
      'invalidReportType',
      'invalidId',
      'postNotFound',
      'commentNotFound',
      'neitherAdminNorModerator',
      'notAdmin',
      'contentGone',
      'ruleNotFound',
    ],
  }),
  getRemovalReasons: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/removal_reasons',
    summary:
      'Returns the rules and templates that moderators choose from when they remove something or ban someone; for its moderators and admins.',
    who: 'member',
    params: ofCommunity,
    response: RemovalReasons,
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator'],
  }),
  saveRemovalTemplates: endpoint({
    method: 'PUT',
    path: '/api/communities/:communityId/removal_reasons',
    summary:
      'Replaces the templates for reasons of removals and bans; for moderators of the community and admins.',
    who: 'member',
    limit: 'communityTools',
    params: ofCommunity,
    body: Type.Object({
      version: int(
        'The version of the templates that you have read. If they have changed since, nothing is overwritten.',
      ),
      templates: Type.Array(RemovalTemplate, {
        maxItems: removalTemplatesMax,
        description: 'All templates, in their order.',
      }),
    }),
    response: RemovalReasons,
    errors: [
      'invalidId',
      'communityNotFound',
      'neitherAdminNorModerator',
      'invalidRemovalTemplate',
      'removalTemplatesChanged',
    ],
  }),
}

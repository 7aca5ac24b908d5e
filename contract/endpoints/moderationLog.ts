import { Type } from 'typebox'
import { ModerationLogEntry } from '../entities/moderationLog.ts'
import { flag, idText, listOf, Nullable, text } from '../entities/schema.ts'
import { moderationLogPerPage } from '../limitValues.ts'
import { moderationActions } from '../moderationActions.ts'
import { endpoint } from './endpoint.ts'
import { choice, days, next, optional, pageSize } from './parameters.ts'

export const moderationLogEndpoints = {
  listModerationLog: endpoint({
    method: 'GET',
    path: '/api/modlog',
    summary:
      'Lists the actions of moderators and admins, the newest first: all of them, or those in one community, of one kind, of one user, or of some days.',
    who: 'all',
    sharedByGuests: true,
    query: optional({
      communityId: idText('community', 'Only actions in this community.'),
      action: choice(moderationActions, {
        description: 'Only actions of this kind.',
        refusal: 'invalidAction',
      }),
      moderator: text('Only actions of the user of this name.'),
      ...days,
      limit: pageSize({ default: moderationLogPerPage }),
      next,
    }),
    response: Type.Object({
      items: listOf(ModerationLogEntry, 'The entries of this page.'),
      next: Nullable(text('The cursor of the next page; null at the end.')),
      namesModerators: flag('Whether the entries name moderators, so that `moderator` can be used.'),
    }),
    errors: [
      'invalidAction',
      'invalidDay',
      'limitNotANumber',
      'limitOutOfRange',
      'invalidCursor',
      'invalidId',
      'communityNotFound',
      'userNotFound',
      'moderatorsNotNamed',
    ],
  }),
}

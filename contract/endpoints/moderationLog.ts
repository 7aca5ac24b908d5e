import { Type } from 'typebox'
import { ModerationLogEntry } from '../entities/moderationLog.ts'
import { Nullable } from '../entities/schema.ts'
import { endpoint } from './endpoint.ts'

const text = Type.Optional(Type.String())

export const moderationLogEndpoints = {
  listModerationLog: endpoint({
    method: 'GET',
    path: '/api/modlog',
    summary:
      'What moderators and admins did, newest first: of the site or a community, of one kind, by one of them.',
    who: 'all',
    sharedByGuests: true,
    query: Type.Object({
      communityId: text,
      action: text,
      /** A username. */
      moderator: text,
      limit: text,
      next: text,
    }),
    response: Type.Object({
      items: Type.Array(ModerationLogEntry),
      /** null at the end. */
      next: Nullable(Type.String()),
      /** Whether moderators are named there, and can be chosen. */
      namesModerators: Type.Boolean(),
    }),
    errors: [
      'invalidAction',
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

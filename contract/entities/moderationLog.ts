import { type Static, Type } from 'typebox'
import { staffGroups } from '../words.ts'
import { ModerationAction, ModerationActionDetails } from './moderationAction.ts'
import { described, flag, id, Nullable, oneOf, text, time } from './schema.ts'

/** A user named in the moderation log. */
const Named = Type.Object({
  username: text('The name; `ghost` for a deleted account, except for admins.'),
  userDeleted: flag('Whether the account is deleted.'),
})

/** An entry of the moderation log, as everyone may read it; an addition to the original API. */
export const ModerationLogEntry = Type.Object({
  id: id('logEntry', 'The id of the entry.'),
  action: ModerationAction,
  actedAs: oneOf(staffGroups, 'The role in which it was done.'),
  moderator: described(
    'Who did it; null if the community does not name its moderators, and for the command line of the server.',
    Nullable(Named),
  ),
  community: described(
    'Where it was done; null if it concerns the whole site.',
    Nullable(
      Type.Object({
        id: id('community', 'The id of the community.'),
        name: text('The name of the community.'),
      }),
    ),
  ),
  post: described(
    'The post that it is about, or that the comment belongs to.',
    Nullable(
      Type.Object({
        publicId: text('The public id of the post.'),
        title: Nullable(text('The title; null once the post is deleted.')),
      }),
    ),
  ),
  comment: described(
    'The comment that it is about.',
    Nullable(Type.Object({ id: id('comment', 'The id of the comment.') })),
  ),
  user: described('The user that it is about.', Nullable(Named)),
  reason: Nullable(text('The reason, for everyone to read; null if none was given.')),
  details: described('Further details of some actions.', ModerationActionDetails),
  createdAt: time('When it was done.'),
})
export type ModerationLogEntry = Static<typeof ModerationLogEntry>

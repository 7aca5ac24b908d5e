import { type Static, Type } from 'typebox'
import { memberHistoryCountedMax, memberNotesMax, warningsShown } from '../limitValues.ts'
import { moderationActions } from '../moderationActions.ts'
import { banKinds, staffGroups } from '../words.ts'
import { described, id, int, listOf, Nullable, oneOf, text, time } from './schema.ts'

/** A note of a moderator about a member, for the other moderators of the community and admins. */
export const MemberNote = Type.Object({
  id: int('The number of the note.'),
  author: text('Who wrote it; `ghost` for a deleted account.'),
  text: text('What was noted.'),
  createdAt: time('When it was written.'),
})
export type MemberNote = Static<typeof MemberNote>

/** Something that moderators or admins did about a member in a community. */
export const MemberHistoryEntry = Type.Object({
  id: id('logEntry', 'The id of the entry in the moderation log.'),
  action: oneOf(moderationActions, 'What was done.'),
  actedAs: oneOf(staffGroups, 'The role in which it was done.'),
  moderator: text('Who did it; `ghost` for a deleted account.'),
  post: described(
    'The post that it is about, or that the comment belongs to; null for a ban.',
    Nullable(Type.Object({ publicId: text('The public id of the post.'), title: text('The title.') })),
  ),
  comment: described(
    'The comment that it is about; otherwise null.',
    Nullable(Type.Object({ id: id('comment', 'The id of the comment.') })),
  ),
  rule: Nullable(text('The rule for which it was done; null if none was named.')),
  reason: Nullable(text('The reason that was given; null if none was.')),
  banKind: Nullable(oneOf(banKinds, 'Of a ban: what it forbids; otherwise null.')),
  expiresAt: Nullable(time('Of a ban: when it ends; null if it has no end.')),
  createdAt: time('When it was done.'),
})
export type MemberHistoryEntry = Static<typeof MemberHistoryEntry>

const counted = (what: string) =>
  int(`${what}, among the latest ${memberHistoryCountedMax.toLocaleString('en')} entries about the member.`)

/** A warning that moderators sent to a member. */
const Warning = Type.Object({
  conversationId: int('The conversation that it was sent in.'),
  moderator: text('Who sent it; `ghost` for a deleted account.'),
  text: text('What was written.'),
  createdAt: time('When it was sent.'),
})

/** A member's history in a community: moderation actions, warnings and notes. */
export const MemberHistory = Type.Object({
  username: text('The name of the member.'),
  memberSince: time('When the account was created.'),
  points: int('The points of the member.'),
  isBanned: Type.Boolean({ description: 'Whether they are banned from the community now.' }),
  noRemovals: counted('How many posts and comments were removed'),
  noLocks: counted('How many were locked'),
  noBans: counted('How often they were banned'),
  noApprovals: counted(
    'How often something by them was approved, or reports about it were closed without doing anything',
  ),
  noWarnings: int('How many warnings moderators sent them.'),
  warnings: listOf(Warning, `The warnings, the newest first, at most ${warningsShown}.`),
  notes: listOf(MemberNote, `The notes, the newest first, at most ${memberNotesMax}.`),
  entries: listOf(MemberHistoryEntry, 'What was done, the newest first.'),
  next: Nullable(text('The cursor of the next page of entries; null after the last.')),
})
export type MemberHistory = Static<typeof MemberHistory>

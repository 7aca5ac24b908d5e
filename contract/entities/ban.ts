import { type Static, Type } from 'typebox'
import { banKinds } from '../words.ts'
import { described, id, Nullable, oneOf, text, time } from './schema.ts'
import { Author } from './user.ts'

/** A ban of oneself. */
export const OwnBan = Type.Object({
  communityId: Nullable(id('community', 'The id of the community; null for a ban from the whole site.')),
  communityName: Nullable(text('Its name; null for a ban from the whole site.')),
  kind: oneOf(banKinds, 'What the ban forbids you.'),
  reason: Nullable(text('Why; null if no reason was given.')),
  rule: Nullable(text('The rule for which it was done; null if none was named.')),
  expiresAt: Nullable(time('When the ban ends; null if it lasts until it is lifted.')),
})
export type OwnBan = Static<typeof OwnBan>

/** A user who is banned from a community, with what its moderators may know. */
export const BannedMember = Type.Object({
  ...Author.properties,
  ban: described(
    'What the moderators know about the ban. An addition of ours.',
    Type.Object({
      createdAt: time('When the ban began.'),
      expiresAt: Nullable(time('When the ban ends; null if it lasts until it is lifted.')),
      kind: oneOf(banKinds, 'What the ban forbids.'),
      reason: Nullable(text('Why, for the member and the moderation log; null if no reason was given.')),
      rule: Nullable(text('The rule for which it was done; null if none was named.')),
      note: Nullable(text('A note for the other moderators; null if there is none.')),
      bannedBy: described(
        'Who banned the member; null if that account is gone.',
        Nullable(
          Type.Object({ id: id('user', 'The id of the user.'), username: text('The name of the user.') }),
        ),
      ),
    }),
  ),
})
export type BannedMember = Static<typeof BannedMember>

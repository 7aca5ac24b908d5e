import { type Static, Type } from 'typebox'
import { described, id, Nullable, text, time } from './schema.ts'
import { Author } from './user.ts'

/** A user who is banned from a community, with what its moderators may know. */
export const BannedMember = Type.Object({
  ...Author.properties,
  ban: described(
    'What the moderators know about the ban. An addition of ours.',
    Type.Object({
      createdAt: time('When the ban began.'),
      expiresAt: Nullable(time('When the ban ends by itself; null if it lasts until it is lifted.')),
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

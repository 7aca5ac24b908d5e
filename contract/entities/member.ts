import { type Static, Type } from 'typebox'
import { banKinds } from '../words.ts'
import { described, flag, id, int, listOf, Nullable, oneOf, text, time } from './schema.ts'
import { Badge } from './user.ts'

/** An account as admins see it in their list. */
export const Member = Type.Object({
  id: id('user', 'The id of the account.'),
  username: text('The name, also of a deleted account.'),
  email: Nullable(text('The email address.')),
  emailConfirmedAt: Nullable(time('When the address was confirmed; null if it was not.')),
  emailRefusedAt: Nullable(
    time(
      'When a mail server last refused a mail to the address, or returned it; null if it has accepted one since.',
    ),
  ),
  isAdmin: flag('Whether the user is an admin.'),
  moderates: int('How many communities the user moderates.'),
  badges: listOf(Badge, 'The badges.'),
  points: int('The points.'),
  noPosts: int('How many posts the user wrote.'),
  noComments: int('How many comments the user wrote.'),
  createdAt: time('When the account was created.'),
  createdIP: Nullable(text('The IP address that the account was created from; null if it is not known.')),
  ageDeclared: described(
    'The age that the user declared to have reached; null if nobody asked.',
    Nullable(Type.Object({ atLeast: int('In years.'), declaredAt: time('When.') })),
  ),
  lastSeen: time('When the user was last seen.'),
  lastSeenIP: Nullable(text('The IP address of the last visit; null if it is not known.')),
  bannedAt: Nullable(time('When the user was suspended; null if the user is not.')),
  siteBan: described(
    'The ban from the site, a suspension or a milder one; null if there is none, or nothing more is known of it.',
    Nullable(
      Type.Object({
        kind: oneOf(banKinds, 'What it forbids; `reading` is a suspension.'),
        reason: Nullable(text('Why; null if no reason was given.')),
        createdAt: time('When it began.'),
        expiresAt: Nullable(time('When it ends; null if it lasts until it is lifted.')),
        bannedBy: Nullable(text('The name of who made it or changed it last; null if that account is gone.')),
      }),
    ),
  ),
  votesSlowedAt: Nullable(
    time('Since when the user can cast only a few votes an hour; null if they can vote as usual.'),
  ),
  hasRemoved: flag('Whether a ban removed something that can still be restored.'),
  sharesAddressWithBanned: flag(
    'Whether it is not banned itself, and a banned account was created at an address of it or last seen there.',
  ),
  deletedAt: Nullable(time('When the account was deleted; null if it is not.')),
})
export type Member = Static<typeof Member>

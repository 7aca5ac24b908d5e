import { type Static, Type } from 'typebox'
import { flag, id, int, listOf, Nullable, text, time } from './schema.ts'
import { Badge } from './user.ts'

/** An account as admins see it in their list. */
export const Member = Type.Object({
  id: id('user', 'The id of the account.'),
  username: text('The name, also of a deleted account.'),
  email: Nullable(text('The e-mail address.')),
  emailConfirmedAt: Nullable(time('When the address was confirmed; null if it was not.')),
  isAdmin: flag('Whether the user is an admin.'),
  moderates: int('How many communities the user moderates.'),
  badges: listOf(Badge, 'The badges.'),
  points: int('The points.'),
  noPosts: int('How many posts the user wrote.'),
  noComments: int('How many comments the user wrote.'),
  createdAt: time('When the account was created.'),
  createdIP: Nullable(text('The IP address that the account was created from; null if it is not known.')),
  lastSeen: time('When the user was last seen.'),
  lastSeenIP: Nullable(text('The IP address of the last visit; null if it is not known.')),
  bannedAt: Nullable(time('When the user was banned from the site; null if the user is not.')),
  sharesAddressWithBanned: flag(
    'Whether it is not banned itself, and a banned account was created at an address of it or last seen there.',
  ),
  deletedAt: Nullable(time('When the account was deleted; null if it is not.')),
})
export type Member = Static<typeof Member>

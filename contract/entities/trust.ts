import { type Static, Type } from 'typebox'
import { vouchesShown } from '../limitValues.ts'
import { keysOf } from '../objects.ts'
import { trustAbilities } from '../trust.ts'
import { described, flag, int, listOf, Nullable, oneOf, text, time } from './schema.ts'

const facts = {
  daysVisited: int('On how many days they were here.'),
  postsRead: int('How many posts they read; counted up to what the levels ask for.'),
  approvals: int(
    'How many upvotes their recent posts and comments have from members of level 1 and up, and how many of their reports moderators agreed with; counted up to what the levels ask for.',
  ),
  ageDays: int('The age of the account in days.'),
  removals: int('How many of their posts and comments of the last 90 days moderators removed.'),
  bans: int('How many bans are in force.'),
}

const TrustFacts = Type.Object({
  ...facts,
  vouchers: int('How many members vouch for them, as far as that counts.'),
})

const fields = {
  level: int('The level of trust, 0 to 4. Admins and moderators have 3 at least.'),
  isSet: flag('Whether an admin has set the level.'),
  facts: described('What the level follows from.', TrustFacts),
  next: Nullable(
    Type.Object(
      {
        level: int('The level.'),
        missing: described(
          'How much is missing; of removals and bans: how many are too many.',
          Type.Partial(Type.Object(facts)),
        ),
      },
      { description: 'The next level; null if it cannot be reached by oneself.' },
    ),
  ),
  abilities: listOf(
    Type.Object({
      ability: oneOf(keysOf(trustAbilities), 'What can be done.'),
      level: int('The lowest level that may do it.'),
    }),
    'What needs a level on this site.',
  ),
}

/** How far a member is trusted, for themselves. */
export const Trust = Type.Object(fields)
export type Trust = Static<typeof Trust>

/** The same for admins. */
export const MemberTrust = Type.Object({
  ...fields,
  setBy: Nullable(text('The admin who has set the level; null if it is not set.')),
  setAt: Nullable(time('When it was set; null if it is not set.')),
  vouchedBy: listOf(
    Type.Object({
      username: text('The name of the member.'),
      isInvitation: flag('Whether it was an invitation.'),
      at: time('When.'),
      counts: flag('Whether it counts: not for members below level 3, and for a time after a ban of a bot.'),
    }),
    `Who vouched for the member or invited them, at most ${vouchesShown}.`,
  ),
  vouchedFor: listOf(
    Type.Object({
      username: text('The name of the member.'),
      isInvitation: flag('Whether it was an invitation.'),
      at: time('When.'),
      isBanned: flag('Whether the member is suspended.'),
    }),
    `For whom the member vouched or whom they invited, the latest first, at most ${vouchesShown}.`,
  ),
  vouchingPausedUntil: Nullable(
    time(
      'Until when the vouching of the member does not count, because one of those was a bot; null if it does.',
    ),
  ),
})
export type MemberTrust = Static<typeof MemberTrust>

import { type Static, Type } from 'typebox'
import { vouchesShown } from '../limitValues.ts'
import { keysOf } from '../objects.ts'
import { trustAbilities } from '../trust.ts'
import { described, flag, int, listOf, Nullable, oneOf, text, time } from './schema.ts'

const facts = {
  daysVisited: int('On how many days they visited.'),
  postsRead: int('How many posts they read; counted up to what the levels require.'),
  approvals: int(
    'How many upvotes their recent posts and comments have from members at level 1 or higher, plus how many of their reports moderators agreed with; counted up to what the levels require.',
  ),
  ageDays: int('The age of the account in days.'),
  removals: int('How many of their posts and comments from the last 90 days moderators removed.'),
  bans: int('How many bans are in force.'),
}

const TrustFacts = Type.Object({
  ...facts,
  vouchers: int('How many members vouch for them, counting only vouching that counts now.'),
})

const fields = {
  level: int('The trust level, from 0 to 4. Admins and moderators have at least 3.'),
  isSet: flag('Whether an admin has set the level.'),
  facts: described('What the level is based on.', TrustFacts),
  next: Nullable(
    Type.Object(
      {
        level: int('The level.'),
        missing: described(
          'How much is missing. For removals and bans: by how many they exceed the limit.',
          Type.Partial(Type.Object(facts)),
        ),
      },
      { description: 'The next level; null if there is none that can be earned.' },
    ),
  ),
  abilities: listOf(
    Type.Object({
      ability: oneOf(keysOf(trustAbilities), 'The ability.'),
      level: int('The lowest level that has it.'),
    }),
    'What level each ability needs on this site.',
  ),
}

/** How far a member is trusted, for themselves. */
export const Trust = Type.Object(fields)
export type Trust = Static<typeof Trust>

/** The same for admins. */
export const MemberTrust = Type.Object({
  ...fields,
  setBy: Nullable(text('The admin who set the level; null if it is not set.')),
  setAt: Nullable(time('When it was set; null if it is not set.')),
  vouchedBy: listOf(
    Type.Object({
      username: text('The name of the member.'),
      isInvitation: flag('Whether it was an invitation.'),
      at: time('When.'),
      counts: flag(
        'Whether it counts. Vouching by members below level 3 does not, nor for a time after an account they vouched for was banned as a bot.',
      ),
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
    `Whom the member vouched for or invited, the latest first, at most ${vouchesShown}.`,
  ),
  vouchingPausedUntil: Nullable(
    time(
      'Until when the vouching of the member does not count, because an account they vouched for was a bot; null if it counts.',
    ),
  ),
})
export type MemberTrust = Static<typeof MemberTrust>

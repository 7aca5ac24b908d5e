import { type Static, Type } from 'typebox'
import { described, flag, int, listOf, Nullable, oneOf, text, time } from './schema.ts'

/** An account that votes in a way that stands out. */
export const VotingAccount = Type.Object({
  username: text('The name.'),
  createdAt: time('When the account was created.'),
  trustLevel: int('The trust level, from 0 to 4.'),
  noPosts: int('How many posts they have.'),
  noComments: int('How many comments they have.'),
  isAdmin: flag('Whether it is an admin, whose votes cannot be taken out of scores.'),
  isSuspended: flag('Whether the account is suspended.'),
  isCounted: flag('Whether their votes count.'),
  isSlowed: flag('Whether they can cast only a few votes an hour.'),
  votes: int('How many votes they cast in the period on what others wrote.'),
  share: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'For groups, the part of these votes that they have in common with the member of the group who is most like them. Null elsewhere.',
    }),
  ),
})
export type VotingAccount = Static<typeof VotingAccount>

export const VoteGroup = Type.Object({
  number: int('The number of the group in this answer.'),
  size: int('How many accounts it has.'),
  common: int('How many votes two of them have in common, in the median.'),
  accounts: listOf(VotingAccount, 'Some of its accounts, those with most votes first.'),
})
export type VoteGroup = Static<typeof VoteGroup>

export const BusyVoter = Type.Object({
  account: described('The account.', VotingAccount),
  upvotes: int('How many of the votes are upvotes.'),
  perMinute: int('The most votes within a minute.'),
  medianSeconds: Nullable(
    Type.Number({ description: 'The median time from one vote to the next, in seconds.' }),
  ),
})
export type BusyVoter = Static<typeof BusyVoter>

export const VoteTarget = Type.Object({
  username: text('Who receives the votes.'),
  because: oneOf(
    ['group', 'day', 'new'],
    'What the voters have in common: a group that votes together, the day on which they signed up, or trust level 0.',
  ),
  group: Nullable(int('The number of the group; null for other reasons.')),
  day: Nullable(
    text('The day on which they signed up, such as `2026-11-27`, in UTC; null for other reasons.'),
  ),
  votes: int('How many votes the member received in the period.'),
  fromVoters: int('How many of them are from these voters.'),
  usualShare: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'The part of all votes of the period that such voters cast.',
  }),
  voters: int('How many of these voters there are.'),
  accounts: listOf(
    VotingAccount,
    'Some of those who cast at least half of their votes for this member, those with most votes first.',
  ),
})
export type VoteTarget = Static<typeof VoteTarget>

export const SlowVoter = Type.Object({
  account: described('The account; `votes` is 0 here.', VotingAccount),
  orderedAt: time('When an admin slowed down the account.'),
})
export type SlowVoter = Static<typeof SlowVoter>

export const UncountedVoter = Type.Object({
  account: described('The account; `votes` is 0 here.', VotingAccount),
  since: Nullable(time('Votes that were cast earlier count; null: none counts.')),
  orderedAt: time('When an admin ordered it.'),
  isEnding: flag('Whether their votes are being counted again.'),
  done: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'About how far the recount is; null when it has ended.',
    }),
  ),
})
export type UncountedVoter = Static<typeof UncountedVoter>

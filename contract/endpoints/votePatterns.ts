import { Type } from 'typebox'
import { flag, int, listOf } from '../entities/schema.ts'
import { BusyVoter, SlowVoter, UncountedVoter, VoteGroup, VoteTarget } from '../entities/votePattern.ts'
import {
  membersChangedMax,
  slowVotersShown,
  uncountedVotersShown,
  votePatternRows,
  votesLookedAtMax,
} from '../limitValues.ts'
import { votePeriods } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { choice } from './parameters.ts'

/** What admins see of votes: patterns, and never who voted for what. */
export const votePatternEndpoints = {
  listVotePatterns: endpoint({
    method: 'GET',
    path: '/api/_admin/vote_patterns',
    summary: `Returns patterns in the votes of a period: accounts that vote together, accounts that only vote, fast ones, and members whose votes come from such accounts. At most ${votePatternRows} of each, with at most ${membersChangedMax} accounts. Never says who voted for what.`,
    who: 'admin',
    query: Type.Object({
      period: choice(votePeriods, { description: 'The last 24 hours, 7 days or 30 days.', default: 'week' }),
    }),
    response: Type.Object({
      votes: int('How many votes were looked at.'),
      isPartial: flag(
        `Whether there are more: only the newest ${votesLookedAtMax.toLocaleString('en')} on posts, and as many on comments, are looked at.`,
      ),
      groups: listOf(VoteGroup, 'Accounts that vote together.'),
      onlyVotes: listOf(BusyVoter, 'Accounts with many votes and no posts or comments.'),
      fast: listOf(BusyVoter, 'Accounts with many votes within a minute.'),
      targets: listOf(
        VoteTarget,
        'Members who receive most of their votes from accounts that have something in common.',
      ),
    }),
    errors: [],
  }),
  listUncountedVoters: endpoint({
    method: 'GET',
    path: '/api/_admin/uncounted_voters',
    summary: `Lists the accounts whose votes do not count, the last ordered first, at most ${uncountedVotersShown}.`,
    who: 'admin',
    response: Type.Object({
      accounts: int('How many there are.'),
      voters: listOf(UncountedVoter, 'The accounts.'),
    }),
    errors: [],
  }),
  listSlowVoters: endpoint({
    method: 'GET',
    path: '/api/_admin/slow_voters',
    summary: `Lists the accounts that can cast only a few votes an hour, the latest first, at most ${slowVotersShown}.`,
    who: 'admin',
    response: Type.Object({
      accounts: int('How many there are.'),
      voters: listOf(SlowVoter, 'The accounts.'),
    }),
    errors: [],
  }),
}

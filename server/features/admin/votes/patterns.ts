import { sql } from 'kysely'
import type { OutputOf } from '../../../../contract/endpoints/index.ts'
import type { BusyVoter, VoteTarget, VotingAccount } from '../../../../contract/entities/votePattern.ts'
import { limits } from '../../../../contract/limits.ts'
import type { VotePeriod } from '../../../../contract/words.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { queryRows } from '../../../platform/database/statement.ts'
import { type BusyVotersRow, busyVoters } from './busyVoters.sql.ts'
import { type Group, groupPairs } from './groups.ts'
import { votePairs } from './votePairs.sql.ts'
import { type VoteTargetsRow, voteTargets } from './voteTargets.sql.ts'

const hoursOf: Record<VotePeriod, number> = { day: 24, week: 7 * 24, month: 30 * 24 }

/** What makes two accounts a pair; docs/votes.md explains it. */
const together = { commonMin: 5, overlapPercent: 80, popular: 500, pairsMax: 3_000_000, pairsShown: 20_000 }
const busy = { votesMin: '20', perMinuteMin: 20 }
const target = { votesMin: '10', votersMin: 3, itemsMin: 5 }

type Patterns = OutputOf<'listVotePatterns'>

const running = new WeakMap<Db, Map<VotePeriod, Promise<Patterns>>>()

/** What is unusual about the votes of a period. Requests that come while the answer is being made get the same one. */
export function listVotePatterns(db: Db, period: VotePeriod): Promise<Patterns> {
  const ofPeriods = running.get(db) ?? new Map<VotePeriod, Promise<Patterns>>()
  running.set(db, ofPeriods)
  const known = ofPeriods.get(period)
  if (known) return known
  const patterns = findPatterns(db, period).finally(() => ofPeriods.delete(period))
  ofPeriods.set(period, patterns)
  return patterns
}

/** Which votes are looked at. */
interface Among {
  readonly postHours: number
  readonly commentHours: number
  readonly votesMax: number
}

/**
 * The last hours that have as many votes as are looked at, and not many more: 1, 2, 4 and so on, up to the whole period. The times of
 * votes are indexed by ranges of blocks, so to find the newest ones of a period reads all of it.
 */
export async function hoursToRead(
  db: Db,
  of: 'post' | 'comment',
  { hours: most, votesMax }: { hours: number; votesMax: number },
): Promise<number> {
  for (let hours = 1; hours < most; hours *= 2) {
    const { rows } = await sql<{ isEnough: boolean }>`
      select count(*) >= ${sql.lit(votesMax)} as "isEnough" from ${sql.table(`${of}_votes`)}
      where created_at > now() - make_interval(hours => ${sql.lit(hours)}) and up is not null`.execute(db)
    if (rows[0]?.isEnough) return hours
  }
  return most
}

async function findPatterns(db: Db, period: VotePeriod): Promise<Patterns> {
  const newest = { hours: hoursOf[period], votesMax: limits.votesLookedAtMax }
  const among: Among = {
    postHours: await hoursToRead(db, 'post', newest),
    commentHours: await hoursToRead(db, 'comment', newest),
    votesMax: newest.votesMax,
  }
  const rows = await queryRows(db, busyVoters, { ...among, ...busy, rowsMax: String(limits.votePatternRows) })
  const groups = groupPairs(await queryRows(db, votePairs, { ...among, ...together })).slice(
    0,
    limits.votePatternRows,
  )
  const grouped = groups.flatMap(({ memberIds }, at) => memberIds.map((id) => ({ id, number: at + 1 })))
  const targets = await queryRows(db, voteTargets, {
    ...among,
    ...target,
    voterIds: grouped.map(({ id }) => id),
    groups: grouped.map(({ number }) => number),
    rowsMax: String(limits.votePatternRows),
    votersMax: String(limits.membersChangedMax),
  })
  const accounts = await findAccounts(db, among, [
    ...grouped.map(({ id }) => id),
    ...rows.flatMap(({ voter_id }) => voter_id ?? []),
    ...targets.flatMap((row) => [row.author_id, ...row.voter_ids]),
  ])
  const busyAt = (placeOf: (row: BusyVotersRow) => number | null) =>
    rows
      .filter((row) => (placeOf(row) ?? Number.POSITIVE_INFINITY) <= limits.votePatternRows)
      .sort((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0))
      .flatMap((row) => busyView(row, accounts))
  return {
    votes: rows[0]?.looked_at ?? 0,
    isPartial: rows[0]?.is_partial ?? false,
    groups: groups.map((group, at) => groupView(group, at + 1, accounts)),
    onlyVotes: busyAt((row) => row.only_votes_place),
    fast: busyAt((row) => row.fast_place),
    targets: targets.flatMap((row) => targetView(row, accounts)),
  }
}

type Accounts = ReadonlyMap<string, VotingAccount>

async function findAccounts(
  db: Db,
  { postHours, commentHours, votesMax }: Among,
  ids: readonly string[],
): Promise<Accounts> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<AccountRow>`
    with cast_vote as (
      select voter_id, count(*)::integer as votes
      from votes_since(now() - make_interval(hours => ${sql.lit(postHours)}),
        now() - make_interval(hours => ${sql.lit(commentHours)}), ${sql.lit(votesMax)})
      where author_id <> voter_id group by voter_id)
    select ${accountColumns}, coalesce(cast_vote.votes, 0) as votes
    from users left join cast_vote on cast_vote.voter_id = users.id
    where users.id = any(${[...new Set(ids)]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, accountView(row)]))
}

/** Columns of an account, for a query that knows `users`. */
export const accountColumns = sql`users.id::text as id, username, created_at, trust_of(users) as trust_level, post_count, comment_count, is_admin,
  banned_at is not null as is_suspended, votes_count(users.id) as is_counted,
  exists (select from slow_voters where user_id = users.id) as is_slowed`

export interface AccountRow {
  readonly id: string
  readonly username: string
  readonly created_at: Date
  readonly trust_level: number
  readonly post_count: number
  readonly comment_count: number
  readonly is_admin: boolean
  readonly is_suspended: boolean
  readonly is_counted: boolean
  readonly is_slowed: boolean
  readonly votes: number
}

export const accountView = (row: AccountRow): VotingAccount => ({
  username: row.username,
  createdAt: row.created_at.toISOString(),
  trustLevel: row.trust_level,
  noPosts: row.post_count,
  noComments: row.comment_count,
  isAdmin: row.is_admin,
  isSuspended: row.is_suspended,
  isCounted: row.is_counted,
  isSlowed: row.is_slowed,
  votes: row.votes,
  share: null,
})

function busyView(row: BusyVotersRow, accounts: Accounts): BusyVoter[] {
  const account = accounts.get(row.voter_id ?? '')
  if (!account) return []
  const { upvotes, per_minute, median_gap } = row
  return [{ account, upvotes: upvotes ?? 0, perMinute: per_minute ?? 0, medianSeconds: tenths(median_gap) }]
}

const tenths = (seconds: number | null) => (seconds === null ? null : Math.round(seconds * 10) / 10)
const hundredths = (share: number) => Math.round(share * 100) / 100

const groupView = (group: Group, number: number, accounts: Accounts) => ({
  number,
  size: group.memberIds.length,
  common: group.common,
  accounts: withShares(group.shares, accounts)
    .sort((a, b) => b.votes - a.votes || a.username.localeCompare(b.username, 'en'))
    .slice(0, limits.membersChangedMax),
})

const withShares = (shares: ReadonlyMap<string, number>, accounts: Accounts): VotingAccount[] =>
  [...shares].flatMap(([id, share]) => {
    const account = accounts.get(id)
    return account ? { ...account, share: hundredths(share) } : []
  })

function targetView(row: VoteTargetsRow, accounts: Accounts): VoteTarget[] {
  const author = accounts.get(row.author_id)
  if (!author) return []
  const { kind, mark } = row
  return [
    {
      username: author.username,
      because: kind as VoteTarget['because'],
      group: kind === 'group' ? Number(mark) : null,
      day: kind === 'day' ? mark : null,
      votes: row.votes,
      fromVoters: row.from_votes,
      usualShare: hundredths(row.usual),
      voters: row.voter_count,
      accounts: row.voter_ids.flatMap((id) => accounts.get(id) ?? []),
    },
  ]
}

/** The accounts whose votes do not count, the last ordered first. */
export async function listUncountedVoters(db: Db): Promise<OutputOf<'listUncountedVoters'>> {
  const { rows } = await sql<
    AccountRow & {
      since: Date | null
      ordered_at: Date
      is_ending: boolean
      done: number | null
      accounts: number
    }
  >`
    select ${accountColumns}, 0 as votes, voter.since, voter.ordered_at, voter.is_ending, count(*) over ()::integer as accounts,
      case when voter.finished_at is null
        then least(voter.done_post_id / greatest((select max(id) from posts), 1)::float8, 1) end as done
    from uncounted_voters as voter join users on users.id = voter.user_id
    order by voter.ordered_at desc, voter.user_id limit ${sql.lit(limits.uncountedVotersShown)}`.execute(db)
  return {
    accounts: rows[0]?.accounts ?? 0,
    voters: rows.map((row) => ({
      account: accountView(row),
      since: row.since?.toISOString() ?? null,
      orderedAt: row.ordered_at.toISOString(),
      isEnding: row.is_ending,
      done: row.done === null ? null : hundredths(row.done),
    })),
  }
}

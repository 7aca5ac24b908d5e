// Made from voteTargets.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly voterIds: readonly string[]
  readonly groups: readonly number[]
  readonly votesMin: string
  readonly votersMin: number
  readonly itemsMin: number
  readonly rowsMax: string
  readonly votersMax: string
  readonly postHours: number
  readonly commentHours: number
  readonly votesMax: number
}

export type VoteTargetsRow = {
  author_id: string
  kind: string
  mark: string
  from_votes: number
  voter_count: number
  votes: number
  usual: number
  voter_ids: string[]
}

export const voteTargets: Statement<Parameters, VoteTargetsRow> = {
  name: 'voteTargets',
  text: `with cast_vote as materialized ( select voter_id, author_id, item from votes_since( now() - make_interval(hours => \${postHours}), now() - make_interval(hours => \${commentHours}), \${votesMax}) where author_id <> voter_id ), voter as materialized ( select users.id as voter_id, total.votes, sign_up.kinds, sign_up.marks from (select voter_id, count(*)::integer as votes from cast_vote group by voter_id) as total join users on users.id = total.voter_id left join unnest($1::bigint[], $2::integer[]) as grouped (id, number) on grouped.id = users.id cross join lateral ( select array['group', 'day', 'new'] as kinds, array[grouped.number::text, (users.created_at at time zone 'UTC')::date::text, case when users.trust_level = 0 and trust_of(users) = 0 then 'new' end] as marks ) as sign_up ), given as materialized ( select author_id, voter_id, count(*)::integer as votes from cast_vote group by author_id, voter_id ), received as materialized ( select author_id, sum(votes)::integer as votes from given group by author_id having sum(votes) >= $3 ), usual as materialized ( select kind, mark, sum(votes)::float8 / (select greatest(count(*), 1) from cast_vote) as share from voter cross join lateral unnest(kinds, marks) as marked (kind, mark) where mark is not null group by kind, mark ), from_set as materialized ( select author_id, kind, mark, count(*)::integer as votes, count(distinct voter_id)::integer as voters, count(distinct item)::integer as items from cast_vote join voter using (voter_id) cross join lateral unnest(kinds, marks) as marked (kind, mark) where mark is not null group by author_id, kind, mark ), unusual as ( select distinct on (author_id) from_set.author_id, from_set.kind, from_set.mark, from_set.votes as from_votes, from_set.voters, from_set.items, received.votes, usual.share as usual from from_set join received on received.author_id = from_set.author_id join usual on usual.kind = from_set.kind and usual.mark = from_set.mark join users on users.id = from_set.author_id where from_set.voters >= $4 and 2 * from_set.votes >= received.votes and from_set.votes::float8 / received.votes >= 2 * usual.share and users.deleted_at is null and not is_built_in order by author_id, array_position(array['group', 'day', 'new'], from_set.kind), from_set.votes desc, from_set.mark ), shown as ( select * from unusual where items >= $5 order by from_votes desc, author_id limit $6 ) select author_id as "author_id", kind as "kind", mark as "mark", from_votes as "from_votes", voters as "voter_count", votes as "votes", usual as "usual", array( select given.voter_id::text from given join voter on voter.voter_id = given.voter_id where given.author_id = shown.author_id and voter.marks[array_position(voter.kinds, shown.kind)] = shown.mark and 2 * given.votes >= voter.votes and (voter.votes + 1) / 2 < shown.items order by voter.votes desc, given.voter_id limit $7 ) as "voter_ids" from shown order by from_votes desc, author_id`,
  parameters: ['voterIds', 'groups', 'votesMin', 'votersMin', 'itemsMin', 'rowsMax', 'votersMax'],
  literals: ['postHours', 'commentHours', 'votesMax'],
}

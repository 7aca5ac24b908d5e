// Made from votePairs.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly overlapPercent: number
  readonly pairsShown: number
  readonly postHours: number
  readonly commentHours: number
  readonly votesMax: number
  readonly popular: number
  readonly pairsMax: number
  readonly commonMin: number
}

export type VotePairsRow = {
  one_id: string
  other_id: string
  common: number
  one_votes: number
  other_votes: number
}

export const votePairs: Statement<Parameters, VotePairsRow> = {
  name: 'votePairs',
  text: `with vote as materialized ( select voter_id, item, up from votes_since( now() - make_interval(hours => \${postHours}), now() - make_interval(hours => \${commentHours}), \${votesMax}) where author_id <> voter_id ), item as materialized ( select item, up, count(*)::integer as votes from vote group by item, up having count(*) <= \${popular} ), ranked as materialized ( select item, up, votes, sum(votes::bigint * (votes - 1) / 2) over (order by votes, item, up) as pairs from item ), rare as materialized ( select voter_id, vote.item, vote.up, ranked.votes from vote join ranked on ranked.item = vote.item and ranked.up = vote.up where pairs <= \${pairsMax} ), voter as materialized ( select voter_id, count(*)::integer as votes, sum(votes - 1)::float8 as met from rare group by voter_id having count(*) >= \${commonMin} ), compared as materialized ( select rare.voter_id, item, up, voter.votes from rare join voter on voter.voter_id = rare.voter_id where rare.votes > 1 ), pair as materialized ( select one.voter_id as one_id, other.voter_id as other_id, count(*)::integer as common from compared as one join compared as other on other.item = one.item and other.up = one.up and other.voter_id > one.voter_id and 100 * least(one.votes, other.votes) >= $1::integer * greatest(one.votes, other.votes) group by one.voter_id, other.voter_id having count(*) >= \${commonMin} ), total as materialized ( select count(*)::float8 as votes from rare ) select one_id as "one_id", other_id as "other_id", common as "common", one.votes as "one_votes", other.votes as "other_votes" from pair join voter as one on one.voter_id = one_id join voter as other on other.voter_id = other_id cross join total where 100 * common >= $1::integer * greatest(one.votes, other.votes) and common >= 2 * greatest( one.met * other.votes / greatest(total.votes - one.votes, 1), other.met * one.votes / greatest(total.votes - other.votes, 1)) order by common desc, one_id, other_id limit $2::integer`,
  parameters: ['overlapPercent', 'pairsShown'],
  literals: ['postHours', 'commentHours', 'votesMax', 'popular', 'pairsMax', 'commonMin'],
}

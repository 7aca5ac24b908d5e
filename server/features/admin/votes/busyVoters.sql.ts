// Made from busyVoters.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly votesMin: string
  readonly perMinuteMin: number
  readonly rowsMax: string
  readonly postHours: number
  readonly commentHours: number
  readonly votesMax: number
}

export type BusyVotersRow = {
  looked_at: number
  is_partial: boolean
  voter_id: string | null
  votes: number | null
  upvotes: number | null
  per_minute: number | null
  median_gap: number | null
  only_votes_place: number | null
  fast_place: number | null
}

export const busyVoters: Statement<Parameters, BusyVotersRow> = {
  name: 'busyVoters',
  text: `with any_vote as materialized ( select voter_id, author_id, item, up, at from votes_since( now() - make_interval(hours => \${postHours}), now() - make_interval(hours => \${commentHours}), \${votesMax}) ), vote as materialized ( select voter_id, up, at from any_vote where author_id <> voter_id ), busy as materialized ( select voter_id from vote group by voter_id having count(*) >= $1 ), paced as ( select voter_id, up, extract(epoch from at - lag(at) over of_voter)::float8 as gap, count(*) over (of_voter range between interval '1 minute' preceding and current row) as in_minute from vote where voter_id in (select voter_id from busy) window of_voter as (partition by voter_id order by at) ), voter as ( select voter_id, count(*)::integer as votes, (count(*) filter (where up))::integer as upvotes, max(in_minute)::integer as per_minute, percentile_cont(0.5) within group (order by gap) as median_gap from paced group by voter_id ), marked as ( select voter.*, post_count + comment_count = 0 as only_votes, per_minute >= $2 as is_fast from voter join users on users.id = voter_id where users.deleted_at is null and not is_admin and not is_built_in ), placed as ( select *, case when only_votes then row_number() over (partition by only_votes order by votes desc, voter_id) end as only_votes_place, case when is_fast then row_number() over (partition by is_fast order by per_minute desc, votes desc, voter_id) end as fast_place from marked ) select (select count(*)::integer from vote) as "looked_at", (select greatest(count(*) filter (where item % 2 = 0), count(*) filter (where item % 2 = 1)) >= \${votesMax} from any_vote) as "is_partial", placed.voter_id, placed.votes, placed.upvotes, placed.per_minute, placed.median_gap, placed.only_votes_place::integer, placed.fast_place::integer from (select) as always left join placed on least(only_votes_place, fast_place) <= $3 order by placed.voter_id`,
  parameters: ['votesMin', 'perMinuteMin', 'rowsMax'],
  literals: ['postHours', 'commentHours', 'votesMax'],
}

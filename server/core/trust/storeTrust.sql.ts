// Made from storeTrust.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly userIds: readonly string[]
  readonly levels: readonly number[]
  readonly earned: readonly number[]
  readonly daysVisited: readonly number[]
  readonly lastDays: readonly string[]
  readonly seenMicros: string
  readonly seenId: string
}

export type StoreTrustRow = never

export const storeTrust: Statement<Parameters, StoreTrustRow> = {
  name: 'storeTrust',
  text: `with given as materialized ( select user_id, level, earned, days_visited, last_day::date from unnest($1::bigint[], $2::integer[], $3::integer[], $4::integer[], $5::text[]) as given (user_id, level, earned, days_visited, last_day) ), member as materialized ( select users.id, given.level, given.level < users.trust_level as is_fall from given join users on users.id = given.user_id where users.trust_level <> given.level and not users.is_trust_pinned order by users.id for no key update of users ), changed as materialized ( select id, is_fall, set_trust_level(id, level) from member ), kept as ( insert into member_trust (user_id, days_visited, last_day, below_since) select given.user_id, given.days_visited, given.last_day, case when given.earned < given.level then now() end from given join users on users.id = given.user_id and users.deleted_at is null order by given.user_id on conflict (user_id) do update set days_visited = excluded.days_visited, last_day = excluded.last_day, below_since = case when excluded.below_since is null then null when exists (select from changed where id = excluded.user_id and is_fall) then now() else coalesce(member_trust.below_since, now()) end ) update trust_progress set seen_at = moment_of($6), user_id = $7 where (select count(*) from changed) >= 0`,
  parameters: ['userIds', 'levels', 'earned', 'daysVisited', 'lastDays', 'seenMicros', 'seenId'],
  literals: [],
}

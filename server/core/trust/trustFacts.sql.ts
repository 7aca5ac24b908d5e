// Made from trustFacts.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly graceDays: number
  readonly memberId: string | null
  readonly limit: number
  readonly visitsMax: number
  readonly postsMax: number
  readonly commentsMax: number
  readonly approvalsMax: number
  readonly removalDays: number
  readonly removalsMax: number
  readonly bansMax: number
}

export type TrustFactsRow = {
  id: string
  trust_level: number
  is_grace_over: boolean
  days_visited: number
  last_day: string
  posts_read: number
  approvals: number
  age_days: number
  removals: number
  bans: number
  vouchers: number
  seen_micros: string
}

export const trustFacts: Statement<Parameters, TrustFactsRow> = {
  name: 'trustFacts',
  text: `with member as materialized ( select users.id, users.trust_level, users.created_at, users.last_seen_at, (users.last_seen_at at time zone 'UTC')::date as day, member_trust.days_visited, member_trust.last_day, coalesce(member_trust.reports_agreed, 0) as reports_agreed, member_trust.below_since <= now() - make_interval(days => $1) as is_grace_over from ( (select id from users where $2::bigint is null and (last_seen_at, id) > ((select seen_at from trust_progress), (select user_id from trust_progress)) and last_seen_at < now() - interval '10 seconds' and deleted_at is null and not is_built_in order by last_seen_at, id limit $3::integer) union all select id from users where id = $2::bigint ) as next join users using (id) left join member_trust on member_trust.user_id = users.id ) select member.id, member.trust_level, coalesce(member.is_grace_over, false) as "is_grace_over", (case when member.last_day is null then first_days.days else member.days_visited + (member.day > member.last_day)::integer end) as "days_visited", greatest(member.last_day, member.day)::text as "last_day", read.posts as "posts_read", member.reports_agreed + upvotes.count as "approvals", extract(day from now() - member.created_at)::integer as "age_days", removed.count as "removals", bans.count as "bans", vouched.count as "vouchers", microseconds_of(member.last_seen_at) as "seen_micros" from member cross join lateral ( select count(distinct (visit.at at time zone 'UTC')::date)::integer as days from ( select member.last_seen_at as at union all select member.created_at union all select visited_at from ( select visited_at from post_visits where user_id = member.id limit $4::integer) as visited union all select created_at from ( select created_at from posts where author_id = member.id and deleted_at is null order by created_at desc, id desc limit $5::integer) as posted union all select created_at from ( select created_at from comments where author_id = member.id and deleted_at is null order by created_at desc, id desc limit $6::integer) as commented ) as visit where member.last_day is null ) as first_days cross join lateral ( select count(*)::integer as posts from ( select from post_visits where user_id = member.id limit $4::integer) as visited ) as read cross join lateral ( select count(*)::integer as count from ( select vote.user_id from ( select id from posts where author_id = member.id and deleted_at is null order by created_at desc, id desc limit $5::integer) as written join post_votes as vote on vote.post_id = written.id and vote.up and vote.counts and vote.user_id <> member.id join users as voter on voter.id = vote.user_id and (voter.trust_level > 0 or trust_of(voter) > 0) union all select vote.user_id from ( select id from comments where author_id = member.id and deleted_at is null order by created_at desc, id desc limit $6::integer) as written join comment_votes as vote on vote.comment_id = written.id and vote.up and vote.counts and vote.user_id <> member.id join users as voter on voter.id = vote.user_id and (voter.trust_level > 0 or trust_of(voter) > 0) limit $7::integer) as upvote ) as upvotes cross join lateral ( select count(*)::integer as count from ( select id from posts where author_id = member.id and deleted_at is not null and deleted_as in ('mods', 'admins') and created_at > now() - make_interval(days => $8) union all select id from comments where author_id = member.id and deleted_as in ('mods', 'admins') and created_at > now() - make_interval(days => $8) limit $9::integer) as removal ) as removed cross join lateral ( select count(*)::integer as count from ( select from community_bans where user_id = member.id and is_ban_in_force(expires_at) union all select from site_bans where user_id = member.id and is_ban_in_force(expires_at) limit $10::integer) as ban ) as bans cross join lateral ( select count(*)::integer as count from vouchers_of(member.id) where counts ) as vouched order by member.last_seen_at, member.id`,
  parameters: ['graceDays', 'memberId', 'limit', 'visitsMax', 'postsMax', 'commentsMax', 'approvalsMax', 'removalDays', 'removalsMax', 'bansMax'],
  literals: [],
}

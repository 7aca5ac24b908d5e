// Made from queueCounts.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly communityId: string | null
  readonly viewerId: string
  readonly reviewDays: number
  readonly newMemberDays: number
  readonly reasonsMax: number
  readonly countedMax: number
  readonly scope: 'moderating' | 'community' | 'all'
  readonly filter: 'all' | 'posts' | 'comments'
}

export type QueueCountsRow = {
  reported: number
  edited: number
  new: number
  waiting: number
  reasons: { reasonId: number; title: string; noReports: number }[]
}

export const queueCounts: Statement<Parameters, QueueCountsRow> = {
  name: 'queueCounts',
  text: `with source_community as materialized ( select communities.id from communities where communities.deleted_at is null and case \${scope} when 'all' then true when 'community' then communities.id = $1::bigint else communities.id in (select community_id from moderators where user_id = $2 and permissions && '{content}') end ), report as materialized ( select post_id, comment_id, reason_id, reason, created_at from open_reports where community_id in (select id from source_community) and case \${filter} when 'posts' then comment_id is null when 'comments' then comment_id is not null else true end ), reported as materialized ( select post_id, comment_id, min(created_at) as first_at from report group by post_id, comment_id ), decided as ( select post_id, comment_id, first_at as at from reported union all select post_id, comment_id, reviewed_at from reviews where community_id in (select id from source_community) and outcome <> 'removed' and reviewed_at > now() - make_interval(days => $3::integer) and case \${filter} when 'posts' then comment_id is null when 'comments' then comment_id is not null else true end and not exists ( select from open_reports as reports where reports.post_id = reviews.post_id and coalesce(reports.comment_id, 0) = coalesce(reviews.comment_id, 0)) ), new_member as materialized ( select id from users where created_at > now() - make_interval(days => $4::integer) and deleted_at is null and not is_admin and not is_built_in ), new_content as ( select posts.community_id, posts.id as post_id, null::bigint as comment_id, posts.author_id from new_member join posts on posts.author_id = new_member.id where posts.deleted_at is null and \${filter} <> 'comments' union all select posts.community_id, posts.id, comments.id, comments.author_id from new_member join comments on comments.author_id = new_member.id join posts on posts.id = comments.post_id where comments.deleted_at is null and \${filter} <> 'posts' ), counted_reason as ( select reason_id, reason, count(*)::integer as reports from report group by reason_id, reason order by count(*) desc, reason_id, reason limit $5::integer ) select (select least(count(*), $6::integer)::integer from reported) as "reported", (select count(*)::integer from ( select from decided left join posts on decided.comment_id is null and posts.id = decided.post_id and posts.deleted_at is null left join comments on comments.id = decided.comment_id and comments.deleted_at is null where coalesce(comments.edited_at, posts.edited_at) > decided.at limit $6::integer) as edited) as "edited", (select count(*)::integer from ( select from new_content where new_content.community_id in (select id from source_community) and not exists ( select from reviews where reviews.post_id = new_content.post_id and coalesce(reviews.comment_id, 0) = coalesce(new_content.comment_id, 0)) and not exists ( select from moderators where moderators.community_id = new_content.community_id and moderators.user_id = new_content.author_id) limit $6::integer) as new) as "new", (select count(*)::integer from ( select from held_items where decided_at is null and community_id in (select id from source_community) limit $6::integer) as waiting) as "waiting", coalesce(( select json_agg(json_build_object('reasonId', coalesce(reason_id, 0), 'title', reason, 'noReports', reports) order by reports desc, reason_id, reason) from counted_reason), '[]')::queue_reasons_json as "reasons"`,
  parameters: ['communityId', 'viewerId', 'reviewDays', 'newMemberDays', 'reasonsMax', 'countedMax'],
  literals: ['scope', 'filter'],
}

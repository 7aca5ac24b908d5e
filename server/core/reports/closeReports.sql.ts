// Made from closeReports.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly reportId: string | null
  readonly communityId: string | null
  readonly posts: readonly string[]
  readonly postsAlone: readonly string[]
  readonly comments: readonly string[]
  readonly outcome: string
  readonly decides: boolean
  readonly actorId: string
  readonly outcomesTask: string
}

export type CloseReportsRow = {
  id: string
  post_id: string
  comment_id: string | null
}

export const closeReports: Statement<Parameters, CloseReportsRow> = {
  name: 'closeReports',
  text: `with chosen as materialized ( select id from reports where id = $1 and community_id = $2 union all select id from reports where post_id = any($3) union all select id from reports where post_id = any($4) and comment_id is null union all select id from reports where comment_id = any($5) ), closed as ( delete from reports where id in (select id from chosen) returning id, community_id, post_id, comment_id, reporter_id ), counted as ( insert into report_counts (event, count) select $6, count(*)::integer from closed having count(*) > 0 ), decided as ( select community_id, post_id, comment_id from closed union select community_id, id, null from posts where $7 and (id = any($3) or id = any($4)) union select posts.community_id, posts.id, comments.id from comments join posts on posts.id = comments.post_id where $7 and comments.id = any($5) ), review as ( insert into reviews (community_id, post_id, comment_id, outcome, reviewed_by) select community_id, post_id, comment_id, $6, $8 from decided on conflict (post_id, coalesce(comment_id, 0)) do update set id = default, outcome = excluded.outcome, reviewed_by = excluded.reviewed_by, reviewed_at = excluded.reviewed_at where reviews.reviewed_at < excluded.reviewed_at ), outcome as ( insert into report_outcomes (reporter_id, post_id, comment_id, outcome) select distinct reporter_id, post_id, comment_id, $6 from closed where reporter_id <> $8 returning id ), settled as ( select distinct post_id, comment_id from closed where not exists ( select from open_reports as reports where reports.post_id = closed.post_id and coalesce(reports.comment_id, 0) = coalesce(closed.comment_id, 0) and reports.id not in (select id from closed)) ), ended_alert as ( delete from report_alerts using settled where report_alerts.post_id = settled.post_id and report_alerts.comment_id is not distinct from settled.comment_id ), ended_copy as ( delete from reported_copies using settled where reported_copies.post_id = settled.post_id and coalesce(reported_copies.comment_id, 0) = coalesce(settled.comment_id, 0) ), job as materialized ( select graphile_worker.add_job($9) where exists (select from outcome) ) select closed.id, closed.post_id, closed.comment_id from closed left join job on true`,
  parameters: ['reportId', 'communityId', 'posts', 'postsAlone', 'comments', 'outcome', 'decides', 'actorId', 'outcomesTask'],
  literals: [],
}

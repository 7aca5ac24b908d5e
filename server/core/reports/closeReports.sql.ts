// Made from closeReports.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly reportId: string | null
  readonly communityId: string | null
  readonly posts: readonly string[]
  readonly postsAlone: readonly string[]
  readonly comments: readonly string[]
  readonly outcome: string | null
  readonly actorId: string | null
  readonly outcomesTask: string
}

export type CloseReportsRow = {
  id: string
  post_id: string
  comment_id: string | null
}

export const closeReports: Statement<Parameters, CloseReportsRow> = {
  name: 'closeReports',
  text: `with chosen as materialized ( select id from reports where id = $1 and community_id = $2 union all select id from reports where post_id = any($3) union all select id from reports where post_id = any($4) and comment_id is null union all select id from reports where comment_id = any($5) ), closed as ( delete from reports where id in (select id from chosen) returning id, community_id, post_id, comment_id, reporter_id ), review as ( insert into reviews (community_id, post_id, comment_id, outcome, reviewed_by) select distinct community_id, post_id, comment_id, $6::text, $7::bigint from closed where $6::text is not null and $7::bigint is not null on conflict (post_id, coalesce(comment_id, 0)) do update set id = default, outcome = excluded.outcome, reviewed_by = excluded.reviewed_by, reviewed_at = excluded.reviewed_at where reviews.reviewed_at < excluded.reviewed_at ), outcome as ( insert into report_outcomes (reporter_id, post_id, comment_id, outcome) select distinct reporter_id, post_id, comment_id, $6::text from closed where $6::text is not null and reporter_id is distinct from $7::bigint returning id ), ended_alert as ( delete from report_alerts using closed where report_alerts.post_id = closed.post_id and report_alerts.comment_id is not distinct from closed.comment_id and not exists ( select from reports where reports.post_id = closed.post_id and coalesce(reports.comment_id, 0) = coalesce(closed.comment_id, 0) and not reports.is_hidden and reports.id not in (select id from closed)) ), job as materialized ( select graphile_worker.add_job($8) where exists (select from outcome) ) select closed.id, closed.post_id, closed.comment_id from closed left join job on true`,
  parameters: ['reportId', 'communityId', 'posts', 'postsAlone', 'comments', 'outcome', 'actorId', 'outcomesTask'],
  literals: [],
}

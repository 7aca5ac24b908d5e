// Made from fileReport.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly reporterId: string
  readonly postId: string | null
  readonly commentId: string | null
  readonly reason: number | null
  readonly ruleId: number | null
  readonly aiReason: string | null
  readonly note: string | null
}

export type FileReportRow = { refusal: 'bannedFromCommunity' | 'ownContent' | 'invalidReportReason' | 'alreadyReported' } | {
  refusal: null
  id: string
  community_id: string
  post_id: string
  comment_id: string | null
  reason_id: number | null
  rule_id: string | null
  note: string | null
  created_at: Date
  is_hidden: boolean
  reason: string
  description: string | null
}

export const fileReport: Statement<Parameters, FileReportRow> = {
  name: 'fileReport',
  text: `with post as materialized ( select id as post_id, null::bigint as comment_id, author_id, community_id, made_with_ai_by, is_forbidden($1, community_id, 'reporting') as is_reporter_banned from posts where id = $2 and deleted_at is null for share ), thread as materialized ( select post_id, community_id from settled_comment($3) ), comment as materialized ( select comments.post_id, comments.id as comment_id, comments.author_id, thread.community_id, comments.made_with_ai_by, is_forbidden($1, thread.community_id, 'reporting') as is_reporter_banned from thread cross join comments where comments.id = $3 and comments.deleted_at is null for share of comments ), target as ( select * from post union all select * from comment ), reason as materialized ( select id, title, description from report_reasons where id = $4::double precision and $5::double precision is null for key share ), rule as materialized ( select community_rules.id, rule, description from target join community_rules on community_rules.community_id = target.community_id and community_rules.id = $5::double precision for key share of community_rules ), unmarked as materialized ( select $6::text as title from target join communities on communities.id = target.community_id where $6 is not null and $5 is null and communities.made_with_ai <> 'allowed' and made_with_ai_by is null ), checked_report as materialized ( select target.post_id, target.comment_id, target.community_id, target.author_id, case when unmarked.title is null then reason.id end as reason_id, coalesce(unmarked.title, rule.rule, reason.title) as title, case when unmarked.title is null then coalesce(rule.description, reason.description) end as description, rule.id as rule_id, coalesce(unmarked.title, rule.rule) as rule, case when is_reporter_banned then 'bannedFromCommunity' when author_id = $1 then 'ownContent' when reason.id is null and rule.id is null and unmarked.title is null then 'invalidReportReason' end as refusal from target left join reason on true left join rule on true left join unmarked on true ), report as ( insert into reports (community_id, post_id, comment_id, reason_id, rule_id, rule, note, reporter_id, is_hidden, author_id) select community_id, post_id, comment_id, reason_id, rule_id, rule, $7, $1, is_report_hidden($1, community_id), author_id from checked_report where refusal is null on conflict do nothing returning id, community_id, post_id, comment_id, reason_id, rule_id, note, created_at, is_hidden ), counted as ( insert into report_counts (event) select 'filed' from report ), job as materialized ( select graphile_worker.add_job('alert_moderators', json_build_object('postId', post_id::text, 'commentId', comment_id::text), job_key => 'alert_moderators ' || post_id || ' ' || coalesce(comment_id, 0)) from report where not is_hidden ) select case when refusal is not null then refusal when report.id is null then 'alreadyReported' end as refusal, report.id, report.community_id, report.post_id, report.comment_id, report.reason_id, report.rule_id, report.note, report.created_at, report.is_hidden, checked_report.title as "reason", checked_report.description from checked_report left join report on true left join job on true`,
  parameters: ['reporterId', 'postId', 'commentId', 'reason', 'ruleId', 'aiReason', 'note'],
  literals: [],
}

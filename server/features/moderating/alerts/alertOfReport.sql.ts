// Made from alertOfReport.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly postId: string
  readonly commentId: string | null
  readonly lowestTrust: number
  readonly defaultThreshold: number
  readonly defaultAgeHours: number
}

export type AlertOfReportRow = {
  notified: number
}

export const alertOfReport: Statement<Parameters, AlertOfReportRow> = {
  name: 'alertOfReport',
  text: `with open_report as materialized ( select id, community_id, reporter_id, reason from open_reports where post_id = $1 and coalesce(comment_id, 0) = coalesce($2::bigint, 0) and ($3::integer = 0 or exists (select from users where users.id = reporter_id and trust_of(users) >= $3::integer)) ), counted as ( select receiver.user_id, receiver.on_first, open_report.community_id, count(*)::integer as reports, (array_agg(open_report.reason order by open_report.id desc))[1] as reason, case when count(*) >= receiver.threshold then 'threshold' else 'first' end as cause from (select distinct community_id from open_report) as place cross join lateral alert_receivers(place.community_id, $4::integer, $5::integer) as receiver join open_report on open_report.reporter_id <> receiver.user_id group by receiver.user_id, receiver.on_first, receiver.threshold, open_report.community_id ), due as materialized ( select * from counted where (cause = 'threshold' or on_first) and not exists ( select from report_alerts where report_alerts.post_id = $1 and report_alerts.comment_id is not distinct from $2::bigint and report_alerts.user_id = counted.user_id and report_alerts.cause in (counted.cause, 'threshold')) ), member as materialized ( select users.id from users where id in (select user_id from due) order by id for no key update ), alert as ( insert into report_alerts (post_id, comment_id, user_id, cause) select $1::bigint, $2::bigint, due.user_id, due.cause from member join due on due.user_id = member.id on conflict do nothing returning user_id ), notification as materialized ( select due.user_id, notify_with_details(due.user_id, 'reported', jsonb_build_object('cause', cause, 'noReports', reports, 'reason', reason), post => $1, about_comment => $2, community => community_id) as new_count_change from alert join due on due.user_id = alert.user_id ) select count(count_for_member(user_id, more_notifications => new_count_change))::integer as "notified" from notification`,
  parameters: ['postId', 'commentId', 'lowestTrust', 'defaultThreshold', 'defaultAgeHours'],
  literals: [],
}

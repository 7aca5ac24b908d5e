// Made from alertOfAge.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly defaultThreshold: number
  readonly defaultAgeHours: number
  readonly limit: number
}

export type AlertOfAgeRow = {
  overdue: number
  members: string
}

export const alertOfAge: Statement<Parameters, AlertOfAgeRow> = {
  name: 'alertOfAge',
  text: `with place as materialized ( select distinct community_id from open_reports where created_at < now() - interval '1 hour' ), receiver as materialized ( select place.community_id, chosen.* from place cross join lateral alert_receivers(place.community_id, $1::integer, $2::integer) as chosen where chosen.age_hours is not null ), overdue as materialized ( select receiver.user_id, receiver.community_id, receiver.age_hours, reports.post_id, reports.comment_id, min(reports.id) as first_report_id from receiver join open_reports as reports on reports.community_id = receiver.community_id where reports.reporter_id <> receiver.user_id and reports.created_at < now() - make_interval(hours => receiver.age_hours) and not exists ( select from report_alerts where report_alerts.post_id = reports.post_id and report_alerts.comment_id is not distinct from reports.comment_id and report_alerts.user_id = receiver.user_id and report_alerts.cause = 'age') group by receiver.user_id, receiver.community_id, receiver.age_hours, reports.post_id, reports.comment_id order by receiver.user_id, receiver.community_id, min(reports.id) limit $3::integer ), member as materialized ( select users.id from users where id in (select user_id from overdue) order by id for no key update ), alert as ( insert into report_alerts (post_id, comment_id, user_id, cause) select overdue.post_id, overdue.comment_id, overdue.user_id, 'age' from member join overdue on overdue.user_id = member.id on conflict do nothing returning post_id, comment_id, user_id ), summary as ( select overdue.user_id, overdue.community_id, overdue.age_hours, count(*)::integer as targets, (array_agg(overdue.post_id order by first_report_id))[1] as post_id, (array_agg(overdue.comment_id order by first_report_id))[1] as comment_id from alert join overdue on overdue.user_id = alert.user_id and overdue.post_id = alert.post_id and overdue.comment_id is not distinct from alert.comment_id group by overdue.user_id, overdue.community_id, overdue.age_hours ), notification as materialized ( select user_id, notify_with_details(user_id, 'reported', jsonb_build_object('cause', 'age', 'noTargets', targets, 'hours', age_hours), post => post_id, about_comment => comment_id, community => community_id) as new_count_change from summary ), updated_member as materialized ( select count_for_member(user_id, more_notifications => sum(new_count_change)::integer) from notification group by user_id ) select (select count(*)::integer from overdue) as "overdue", (select count(*) from updated_member) as members`,
  parameters: ['defaultThreshold', 'defaultAgeHours', 'limit'],
  literals: [],
}

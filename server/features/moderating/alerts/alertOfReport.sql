-- Notifies moderators that a post (:post_id), or a comment (:comment_id) on it, was reported: once for its first open report, and
-- once when the number of open reports reaches their threshold. Their own reports and hidden ones do not count,
-- nor those of members below the level of trust that the site asks for (:lowest_trust).
--
-- If the first report reaches the threshold, only one notification is sent. Returns the number of notified moderators.
-- Locks, in this order: the members in the order of their ids, what they were notified of, their notifications.
-- Uses reports_of_target, moderators_pkey, the unique index of report_alerts. One round trip.
with open_report as materialized (
  select id, community_id, reporter_id, reason from open_reports
  where post_id = :post_id and coalesce(comment_id, 0) = coalesce(:comment_id?::bigint, 0)
    and (:lowest_trust::integer = 0
      or exists (select from users where users.id = reporter_id and trust_of(users) >= :lowest_trust::integer))
), counted as (
  select receiver.user_id, receiver.on_first, open_report.community_id, count(*)::integer as reports,
    (array_agg(open_report.reason order by open_report.id desc))[1] as reason,
    case when count(*) >= receiver.threshold then 'threshold' else 'first' end as cause
  from (select distinct community_id from open_report) as place
  cross join lateral alert_receivers(place.community_id, :default_threshold::integer, :default_age_hours::integer) as receiver
  join open_report on open_report.reporter_id <> receiver.user_id
  group by receiver.user_id, receiver.on_first, receiver.threshold, open_report.community_id
), due as materialized (
  select * from counted
  where (cause = 'threshold' or on_first) and not exists (
    select from report_alerts
    where report_alerts.post_id = :post_id and report_alerts.comment_id is not distinct from :comment_id?::bigint
      and report_alerts.user_id = counted.user_id and report_alerts.cause in (counted.cause, 'threshold'))
), member as materialized (
  select users.id from users where id in (select user_id from due) order by id for no key update
), alert as (
  insert into report_alerts (post_id, comment_id, user_id, cause)
  select :post_id::bigint, :comment_id?::bigint, due.user_id, due.cause from member join due on due.user_id = member.id
  on conflict do nothing
  returning user_id
), notification as materialized (
  select due.user_id, notify_with_details(due.user_id, 'reported',
    jsonb_build_object('cause', cause, 'noReports', reports, 'reason', reason),
    post => :post_id, about_comment => :comment_id?, community => community_id) as new_count_change
  from alert join due on due.user_id = alert.user_id
)
select count(count_for_member(user_id, more_notifications => new_count_change))::integer as "notified!" from notification

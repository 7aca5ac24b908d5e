-- Closes reports about posts or comments that were dealt with, stores the decision for the queue, and queues the notification of
-- their reporters. Which reports: one of a community, those of posts with all their comments, of posts themselves, or of comments.
-- What moderators kept of deleted content goes with the last report about it.
--
-- Returns the closed reports. With :decides, it also is the decision about the given posts and comments themselves.
-- Locks the reports, then the reviews, alerts and copies of their subjects. Uses reports_pkey, reports_of_community, reports_of_target,
-- reports_of_comment, posts_pkey, comments_pkey, and the unique indexes of reports, reviews, report_alerts and reported_copies. Cost: one
-- round trip; grows with the number of closed reports.
with chosen as materialized (
  select id from reports where id = :report_id? and community_id = :community_id?
  union all
  select id from reports where post_id = any(:posts)
  union all
  select id from reports where post_id = any(:posts_alone) and comment_id is null
  union all
  select id from reports where comment_id = any(:comments)
), closed as (
  delete from reports where id in (select id from chosen) returning id, community_id, post_id, comment_id, reporter_id
), counted as (
  insert into report_counts (event, count) select :outcome, count(*)::integer from closed having count(*) > 0
), decided as (
  select community_id, post_id, comment_id from closed
  union select community_id, id, null from posts where :decides and (id = any(:posts) or id = any(:posts_alone))
  union select posts.community_id, posts.id, comments.id from comments join posts on posts.id = comments.post_id
    where :decides and comments.id = any(:comments)
), review as (
  insert into reviews (community_id, post_id, comment_id, outcome, reviewed_by)
  select community_id, post_id, comment_id, :outcome, :actor_id from decided
  on conflict (post_id, coalesce(comment_id, 0)) do update set id = default, outcome = excluded.outcome,
    reviewed_by = excluded.reviewed_by, reviewed_at = excluded.reviewed_at
  where reviews.reviewed_at < excluded.reviewed_at
), outcome as (
  insert into report_outcomes (reporter_id, post_id, comment_id, outcome)
  select distinct reporter_id, post_id, comment_id, :outcome from closed where reporter_id <> :actor_id
  returning id
), settled as (
  select distinct post_id, comment_id from closed
  where not exists (
    select from open_reports as reports
    where reports.post_id = closed.post_id and coalesce(reports.comment_id, 0) = coalesce(closed.comment_id, 0)
      and reports.id not in (select id from closed))
), ended_alert as (
  -- Forgets which moderators were notified, so that the next report notifies them again.
  delete from report_alerts using settled
  where report_alerts.post_id = settled.post_id and report_alerts.comment_id is not distinct from settled.comment_id
), ended_copy as (
  delete from reported_copies using settled
  where reported_copies.post_id = settled.post_id and coalesce(reported_copies.comment_id, 0) = coalesce(settled.comment_id, 0)
), job as materialized (
  select graphile_worker.add_job(:outcomes_task) where exists (select from outcome)
)
select closed.id, closed.post_id, closed.comment_id from closed left join job on true

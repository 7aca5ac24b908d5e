-- Closes reports about posts or comments that were dealt with, stores the decision for the queue, and queues the notification of
-- their reporters. Which reports: one of a community, those of posts with all their comments, of posts themselves, or of comments.
--
-- Returns the closed reports. Without an outcome (the author deleted it), nothing is stored and nobody is notified.
-- Locks the reports, then the reviews and alerts of their subjects. Uses reports_pkey, reports_of_community, reports_of_target,
-- reports_of_comment, and the unique indexes of reports, reviews and report_alerts. Cost: one round trip; grows with the number of closed reports.
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
), review as (
  insert into reviews (community_id, post_id, comment_id, outcome, reviewed_by)
  select distinct community_id, post_id, comment_id, :outcome?::text, :actor_id?::bigint from closed
  where :outcome::text is not null and :actor_id::bigint is not null
  on conflict (post_id, coalesce(comment_id, 0)) do update set id = default, outcome = excluded.outcome,
    reviewed_by = excluded.reviewed_by, reviewed_at = excluded.reviewed_at
  where reviews.reviewed_at < excluded.reviewed_at
), outcome as (
  insert into report_outcomes (reporter_id, post_id, comment_id, outcome)
  select distinct reporter_id, post_id, comment_id, :outcome::text from closed
  where :outcome::text is not null and reporter_id is distinct from :actor_id::bigint
  returning id
), ended_alert as (
  -- Forgets which moderators were notified, so that the next report notifies them again.
  delete from report_alerts using closed
  where report_alerts.post_id = closed.post_id and report_alerts.comment_id is not distinct from closed.comment_id
    and not exists (
      select from reports
      where reports.post_id = closed.post_id and coalesce(reports.comment_id, 0) = coalesce(closed.comment_id, 0)
        and not reports.is_hidden and reports.id not in (select id from closed))
), job as materialized (
  select graphile_worker.add_job(:outcomes_task) where exists (select from outcome)
)
select closed.id, closed.post_id, closed.comment_id from closed left join job on true

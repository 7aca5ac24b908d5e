-- Files a report about a post (:post_id) or a comment (:comment_id), one of which is null, for a reason of the site (:reason) or a
-- rule of its community (:rule_id), which takes precedence; or, where the community does not simply allow what is made with AI, because it
-- is and lacks the mark (:ai_reason). Reports of silenced members are stored as hidden.
--
-- Returns no row when there is no such post or comment, or it is deleted; otherwise the report, or in `refusal` the error that the
-- API answers with, and nothing is stored then.
-- Locks, in this order: thread lock of the comment (shared), permission lock of the reporter (shared), the post or the comment (shared),
-- the reason or rule (its key, shared). A move or merge waits, and then takes this report along; so does a deletion of the post or
-- comment, and then removes it. A just deleted reason counts as unknown.
-- A job notifies moderators according to their settings.
-- Uses posts_pkey, comments_pkey, communities_pkey, report_reasons_pkey, community_rules_pkey, the unique index of report_silences and that of reports.
-- One round trip.
with post as materialized (
  select id as post_id, null::bigint as comment_id, author_id, community_id, made_with_ai_by,
    is_forbidden(:reporter_id, community_id, 'reporting') as is_reporter_banned
  from posts where id = :post_id? and deleted_at is null
  for share
), thread as materialized (
  select post_id, community_id from settled_comment(:comment_id?)
), comment as materialized (
  select comments.post_id, comments.id as comment_id, comments.author_id, thread.community_id, comments.made_with_ai_by,
    is_forbidden(:reporter_id, thread.community_id, 'reporting') as is_reporter_banned
  from thread cross join comments
  where comments.id = :comment_id? and comments.deleted_at is null
  for share of comments
), target as (
  select * from post union all select * from comment
), reason as materialized (
  -- Compared as fractions, because a number from outside can be of any size.
  select id, title, description from report_reasons
  where id = :reason?::double precision and :rule_id?::double precision is null
  for key share
), rule as materialized (
  select community_rules.id, rule, description from target join community_rules
    on community_rules.community_id = target.community_id and community_rules.id = :rule_id?::double precision
  for key share of community_rules
), unmarked as materialized (
  select :ai_reason?::text as title from target join communities on communities.id = target.community_id
  where :ai_reason is not null and :rule_id is null and communities.made_with_ai <> 'allowed' and made_with_ai_by is null
), checked_report as materialized (
  select target.post_id, target.comment_id, target.community_id, target.author_id,
    case when unmarked.title is null then reason.id end as reason_id,
    coalesce(unmarked.title, rule.rule, reason.title) as title,
    case when unmarked.title is null then coalesce(rule.description, reason.description) end as description,
    rule.id as rule_id, coalesce(unmarked.title, rule.rule) as rule,
    case when is_reporter_banned then 'bannedFromCommunity'
      when author_id = :reporter_id then 'ownContent'
      when reason.id is null and rule.id is null and unmarked.title is null then 'invalidReportReason' end as refusal
  from target left join reason on true left join rule on true left join unmarked on true
), report as (
  insert into reports (community_id, post_id, comment_id, reason_id, rule_id, rule, note, reporter_id, is_hidden, author_id)
  select community_id, post_id, comment_id, reason_id, rule_id, rule, :note?, :reporter_id,
    is_report_hidden(:reporter_id, community_id), author_id
  from checked_report where refusal is null
  on conflict do nothing
  returning id, community_id, post_id, comment_id, reason_id, rule_id, note, created_at, is_hidden
), counted as (
  insert into report_counts (event) select 'filed' from report
), job as materialized (
  -- One job per post or comment, which counts the reports when it runs.
  select graphile_worker.add_job('alert_moderators',
    json_build_object('postId', post_id::text, 'commentId', comment_id::text),
    job_key => 'alert_moderators ' || post_id || ' ' || coalesce(comment_id, 0))
  from report where not is_hidden
)
select case when refusal is not null then refusal when report.id is null then 'alreadyReported' end as refusal,
  report.id, report.community_id, report.post_id, report.comment_id, report.reason_id, report.rule_id, report.note,
  report.created_at, report.is_hidden, checked_report.title as "reason!", checked_report.description
from checked_report left join report on true left join job on true

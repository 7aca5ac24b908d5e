-- A page of the queue of moderators: posts and comments of one kind (:kind), each once, with everything that a card shows besides
-- the post or comment itself: its reports, the latest decision, facts about its author, and who else has it open.
--
-- reported: with open reports; by the latest report, or the most reports first.
-- removed: by moderators or admins, and not restored; the last first.
-- edited: after their first open report, or after a decision of the last :review_days days; the last first.
-- one: the post :post_id, whatever waits.
-- new: by accounts younger than :new_member_days days, written since then, about which nobody has decided; the last first.
--
-- What is scanned is bounded by the open reports, the log as far as the page goes, recent decisions, and what new accounts wrote.
-- The latest report of each target is found without grouping. Communities: one, those of the viewer, or all, excluding
-- deleted ones by a scalar subquery, which PostgreSQL evaluates row by row.
-- Uses reports_of_community, reports_of_target, moderation_log_of_community, reviews_of_community, users_by_creation,
-- posts_by_author, comments_by_author and those of the columns shown. Takes no locks. One round trip.
--
-- Literal :kind: 'reported' | 'removed' | 'edited' | 'new' | 'one'
-- Literal :sort: 'newest' | 'most'
-- Literal :scope: 'moderating' | 'community' | 'all'
-- Literal :filter: 'all' | 'posts' | 'comments'
-- Literal :has_cursor: true | false
-- Literal :has_reason: true | false
-- Literal :limit: number
with source_community as materialized (
  select null::bigint as id where :scope = 'all'
  union all
  select :community_id?::bigint where :scope = 'community'
  union all
  select communities.id from moderators join communities on communities.id = moderators.community_id
  where :scope = 'moderating' and moderators.user_id = :viewer_id and permissions && '{content}'
    and communities.deleted_at is null
), last_reported as (
  select latest.* from source_community cross join lateral (
    select reports.id as key, 0::bigint as tie, reports.community_id, reports.post_id, reports.comment_id from open_reports as reports
    where :kind = 'reported' and :sort = 'newest'
      and case when :scope <> 'all' then reports.community_id = source_community.id
        else coalesce((
          select true from communities
          where communities.id = reports.community_id and communities.deleted_at is null), false) end
      and case :filter when 'posts' then reports.comment_id is null when 'comments' then reports.comment_id is not null
        else true end
      and (not :has_cursor or reports.id <= :cursor_key?::bigint)
      and not exists (
        select from open_reports as newer
        where newer.post_id = reports.post_id
          and coalesce(newer.comment_id, 0) = coalesce(reports.comment_id, 0) and newer.id > reports.id)
      and (not :has_reason or exists (
        select from open_reports as same
        where same.post_id = reports.post_id
          and coalesce(same.comment_id, 0) = coalesce(reports.comment_id, 0)
          and (same.reason_id = :reason_id?::integer or same.rule = :rule?)))
    order by reports.id desc limit :limit) as latest
), most_reported as (
  select count(*) as key, max(reports.id) as tie, reports.community_id, reports.post_id, reports.comment_id
  from source_community join open_reports as reports on :scope = 'all' or reports.community_id = source_community.id
  where :kind = 'reported' and :sort = 'most'
    and (:scope <> 'all' or coalesce((
      select true from communities where communities.id = reports.community_id and communities.deleted_at is null), false))
    and case :filter when 'posts' then reports.comment_id is null when 'comments' then reports.comment_id is not null
      else true end
  group by reports.community_id, reports.post_id, reports.comment_id
  having (not :has_cursor or (count(*), max(reports.id)) <= (:cursor_key?::bigint, :cursor_tie?::bigint))
    and (not :has_reason or bool_or(coalesce(reports.reason_id = :reason_id?::integer, false) or coalesce(reports.rule = :rule?, false)))
), removed as (
  select entry.* from source_community cross join lateral (
    select log.id as key, 0::bigint as tie, log.community_id, log.post_id, log.comment_id from moderation_log as log
    where :kind = 'removed'
      and case when :scope <> 'all' then log.community_id = source_community.id
        else coalesce((
          select true from communities
          where communities.id = log.community_id and communities.deleted_at is null), false) end
      and case :filter when 'posts' then log.action = 'remove_post' when 'comments' then log.action = 'remove_comment'
        else log.action in ('remove_post', 'remove_comment') end
      and (not :has_cursor or log.id <= :cursor_key?::bigint)
      -- Neither restored nor removed again, which would have an entry of its own.
      and case when log.action = 'remove_post'
        then exists (
          select from posts
          where posts.id = log.post_id and posts.deleted_as in ('mods', 'admins') and posts.deleted_at <= log.created_at)
        else exists (
          select from comments
          where comments.id = log.comment_id and comments.deleted_as in ('mods', 'admins')
            and comments.deleted_at <= log.created_at) end
    order by log.id desc limit :limit) as entry
), decided as (
  select reports.community_id, reports.post_id, reports.comment_id, min(reports.created_at) as at
  from source_community join open_reports as reports on :scope = 'all' or reports.community_id = source_community.id
  where :kind = 'edited'
  group by reports.community_id, reports.post_id, reports.comment_id
  union all
  select reviews.community_id, reviews.post_id, reviews.comment_id, reviews.reviewed_at
  from source_community join reviews on :scope = 'all' or reviews.community_id = source_community.id
  where :kind = 'edited' and reviews.outcome <> 'removed'
    and reviews.reviewed_at > now() - make_interval(days => :review_days::integer)
    and not exists (
      select from open_reports as reports
      where reports.post_id = reviews.post_id and coalesce(reports.comment_id, 0) = coalesce(reviews.comment_id, 0))
), edited as (
  select microseconds_of(coalesce(comments.edited_at, posts.edited_at)) as key,
    decided.community_id, decided.post_id, decided.comment_id
  from decided
    left join posts on decided.comment_id is null and posts.id = decided.post_id and posts.deleted_at is null
    left join comments on comments.id = decided.comment_id and comments.deleted_at is null
  where coalesce(comments.edited_at, posts.edited_at) > decided.at
), new_member as materialized (
  select id from users
  where :kind = 'new' and created_at > now() - make_interval(days => :new_member_days::integer)
    and deleted_at is null and not is_admin and not is_built_in
), new_content as (
  select microseconds_of(posts.created_at) as key, posts.community_id, posts.id as post_id, null::bigint as comment_id,
    posts.author_id
  from new_member join posts on posts.author_id = new_member.id
  where posts.deleted_at is null and :filter <> 'comments'
  union all
  select microseconds_of(comments.created_at), posts.community_id, posts.id, comments.id, comments.author_id
  from new_member join comments on comments.author_id = new_member.id join posts on posts.id = comments.post_id
  where comments.deleted_at is null and :filter <> 'posts'
), one as (
  select 0::bigint as key, 0::bigint as tie, posts.community_id, posts.id as post_id, null::bigint as comment_id
  from source_community join posts on :scope = 'all' or posts.community_id = source_community.id
  where :kind = 'one' and posts.id = :post_id?::bigint
), candidate as (
  select * from one
  union all
  select * from last_reported
  union all
  select * from most_reported
  union all
  select * from removed
  union all
  select key, target_tie(post_id, comment_id), community_id, post_id, comment_id from edited
  where case :filter when 'posts' then comment_id is null when 'comments' then comment_id is not null else true end
  union all
  select new_content.key, target_tie(post_id, comment_id), new_content.community_id, post_id, comment_id
  from source_community join new_content on :scope = 'all' or new_content.community_id = source_community.id
  where not exists (
      select from reviews
      where reviews.post_id = new_content.post_id and coalesce(reviews.comment_id, 0) = coalesce(new_content.comment_id, 0))
    and not exists (
      select from moderators
      where moderators.community_id = new_content.community_id and moderators.user_id = new_content.author_id)
), page as materialized (
  select candidate.* from candidate join communities on communities.id = candidate.community_id
  where communities.deleted_at is null
    and (not :has_cursor or (candidate.key, candidate.tie) <= (:cursor_key?::bigint, :cursor_tie?::bigint))
  order by candidate.key desc, candidate.tie desc limit :shown offset :skipped
)
select page.key::text as "key!", page.tie::text as "tie!", page.community_id as "community_id!", page.post_id as "post_id!",
  page.comment_id, communities.name as community_name,
  coalesce(of_target.report_count, 0) as "report_count!", of_target.first_reported_at, of_target.last_reported_at,
  coalesce(of_target.reasons, '[]')::queue_reasons_json as "reasons!",
  coalesce(latest_reports.reports, '[]')::reports_json as "reports!",
  coalesce(microseconds_of(review.reviewed_at), 0)::text as "version!",
  (case when review.id is not null then json_build_object(
    'outcome', review.outcome, 'by', named(review.reviewed_by), 'at', review.reviewed_at) end)::queue_review_json as review,
  (case when :kind = 'removed' then (
    select json_build_object('by', named(log.actor_id), 'as', log.acted_as, 'rule', log.details ->> 'rule',
      'reason', log.reason, 'at', log.created_at)
    from moderation_log as log where log.id = page.key) end)::queue_removal_json as removal,
  queue_author(author, page.community_id, page.post_id, page.comment_id) as author,
  (select json_build_object('title', title, 'body', body, 'link', link_url, 'images', (
      select coalesce(json_agg(image_json(images) order by array_position(image_ids, images.id)), '[]') from images
      where images.id = any(image_ids)))
    from reported_copies
    where reported_copies.post_id = page.post_id and coalesce(reported_copies.comment_id, 0) = coalesce(page.comment_id, 0)
  )::queue_copy_json as copy,
  coalesce((
    select json_agg(users.username) from queue_lookers join users on users.id = queue_lookers.user_id
    where queue_lookers.post_id = page.post_id and queue_lookers.comment_id is not distinct from page.comment_id
      and queue_lookers.user_id <> :viewer_id and seen_at > now() - make_interval(secs => :looker_seconds::integer)),
    '[]')::queue_names_json as "lookers!"
from page
join communities on communities.id = page.community_id
join users as author on author.id = case when page.comment_id is null
  then (select author_id from posts where posts.id = page.post_id)
  else (select author_id from comments where comments.id = page.comment_id) end
left join reviews as review on review.post_id = page.post_id
  and coalesce(review.comment_id, 0) = coalesce(page.comment_id, 0)
left join lateral (
  select sum(by_reason.reports)::integer as report_count, min(by_reason.first_at) as first_reported_at,
    max(by_reason.last_at) as last_reported_at,
    json_agg(json_build_object('reasonId', coalesce(by_reason.reason_id, 0), 'title', reason,
      'noReports', by_reason.reports) order by by_reason.reports desc, by_reason.reason_id, reason) as reasons
  from (
    select reason_id, reason, count(*)::integer as reports, min(created_at) as first_at, max(created_at) as last_at from open_reports
    where post_id = page.post_id and coalesce(comment_id, 0) = coalesce(page.comment_id, 0)
    group by reason_id, reason) as by_reason) as of_target on true
left join lateral (
  select json_agg(json_build_object('id', latest.id::text, 'reason', latest.reason, 'note', latest.note,
      'createdAt', latest.created_at, 'reporter', latest.reporter) order by latest.id desc) as reports
  from (
    select * from open_reports
    where post_id = page.post_id and coalesce(comment_id, 0) = coalesce(page.comment_id, 0)
    order by id desc limit :shown_max::integer) as latest) as latest_reports on true
order by page.key desc, page.tie desc

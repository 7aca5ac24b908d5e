-- A page of the queue of reports: reported posts and comments, the last reported first, each with reasons and counts. The
-- arrays have one element per reason, the most frequent first.
--
-- The latest report of each target is found without grouping all reports. In the scope `moderating` each community is read in
-- the order of its own index as far as the page goes; in the scope `all`, one index is read, and a scalar subquery,
-- which PostgreSQL evaluates row by row, excludes deleted communities.
-- Uses reports_of_community or reports_pkey, and reports_of_target. Takes no locks. One round trip.
--
-- Literal :scope: 'moderating' | 'all'
-- Literal :filter: 'all' | 'posts' | 'comments'
-- Literal :has_cursor: true | false
-- Literal :limit: number
with source_community as (
  select null::bigint as id where :scope = 'all'
  union all
  select communities.id from moderators join communities on communities.id = moderators.community_id
  where :scope = 'moderating' and moderators.user_id = :viewer_id and communities.deleted_at is null
), page as materialized (
  select latest.id, latest.community_id, latest.post_id, latest.comment_id
  from source_community cross join lateral (
    select reports.id, reports.community_id, reports.post_id, reports.comment_id from reports
    where not reports.is_hidden and case when :scope = 'moderating' then reports.community_id = source_community.id
        else coalesce((
          select true from communities
          where communities.id = reports.community_id and communities.deleted_at is null), false) end
      and case :filter when 'posts' then reports.comment_id is null when 'comments' then reports.comment_id is not null
        else true end
      and (not :has_cursor or reports.id <= :cursor_id?::bigint)
      and not exists (
        select from reports as newer
        where not newer.is_hidden and newer.post_id = reports.post_id
          and coalesce(newer.comment_id, 0) = coalesce(reports.comment_id, 0) and newer.id > reports.id)
    order by reports.id desc limit :limit) as latest
  order by latest.id desc limit :limit
)
select page.id, page.community_id, page.post_id, page.comment_id, communities.name as community_name,
  of_target.report_count as "report_count!", of_target.first_reported_at as "first_reported_at!",
  of_target.last_reported_at as "last_reported_at!", of_target.reason_ids as "reason_ids!",
  of_target.reason_titles as "reason_titles!", of_target.reason_counts as "reason_counts!",
  latest_reports.reports as "reports!",
  author.banned_at is not null or exists (
    select from community_bans
    where user_id = author.id and community_id = page.community_id and is_ban_in_force(expires_at)
  ) as is_author_banned
from page
join communities on communities.id = page.community_id
join users as author on author.id = case when page.comment_id is null
  then (select author_id from posts where posts.id = page.post_id)
  else (select author_id from comments where comments.id = page.comment_id) end
cross join lateral (
  select sum(by_reason.reports)::integer as report_count, min(by_reason.first_at) as first_reported_at,
    max(by_reason.last_at) as last_reported_at,
    array_agg(coalesce(by_reason.reason_id, 0) order by by_reason.reports desc, by_reason.reason_id, rule) as reason_ids,
    array_agg(coalesce(rule, report_reasons.title) order by by_reason.reports desc, by_reason.reason_id, rule)
      as reason_titles,
    array_agg(by_reason.reports order by by_reason.reports desc, by_reason.reason_id, rule) as reason_counts
  from (
    select reason_id, rule, count(*)::integer as reports, min(created_at) as first_at, max(created_at) as last_at from reports
    where post_id = page.post_id and coalesce(comment_id, 0) = coalesce(page.comment_id, 0) and not is_hidden
    group by reason_id, rule) as by_reason
  left join report_reasons on report_reasons.id = by_reason.reason_id) as of_target
cross join lateral (
  select json_agg(json_build_object('id', latest.id::text, 'reason', coalesce(latest.rule, report_reasons.title),
      'note', latest.note, 'createdAt', latest.created_at,
      'reporter', case when reporter.deleted_at is null then reporter.username end) order by latest.id desc)::reports_json
    as reports
  from (
    select * from reports
    where post_id = page.post_id and coalesce(comment_id, 0) = coalesce(page.comment_id, 0) and not is_hidden
    order by id desc limit :shown_max::integer) as latest
  left join report_reasons on report_reasons.id = latest.reason_id
  join users as reporter on reporter.id = latest.reporter_id) as latest_reports
order by page.id desc

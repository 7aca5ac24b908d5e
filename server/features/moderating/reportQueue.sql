-- A page of the queue of reports: the posts and comments that were reported, what was reported last first, each with why and
-- how often. In the arrays each reason has one place, the most frequent first.
--
-- The latest report of each target is found without grouping all reports. In the scope `moderating` each community is read in
-- the order of its own index as far as the page goes; in the scope `all` there is one reading, which leaves out deleted
-- communities with a scalar subquery: PostgreSQL asks that for one report after the other.
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
    where case when :scope = 'moderating' then reports.community_id = source_community.id
        else coalesce((
          select true from communities
          where communities.id = reports.community_id and communities.deleted_at is null), false) end
      and case :filter when 'posts' then reports.comment_id is null when 'comments' then reports.comment_id is not null
        else true end
      and (not :has_cursor or reports.id <= :cursor_id?::bigint)
      and not exists (
        select from reports as newer
        where newer.post_id = reports.post_id
          and coalesce(newer.comment_id, 0) = coalesce(reports.comment_id, 0) and newer.id > reports.id)
    order by reports.id desc limit :limit) as latest
  order by latest.id desc limit :limit
)
select page.id, page.community_id, page.post_id, page.comment_id, communities.name as community_name,
  of_target.report_count as "report_count!", of_target.first_reported_at as "first_reported_at!",
  of_target.last_reported_at as "last_reported_at!", of_target.reason_ids as "reason_ids!",
  of_target.reason_titles as "reason_titles!", of_target.reason_counts as "reason_counts!",
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
    array_agg(by_reason.reason_id order by by_reason.reports desc, by_reason.reason_id) as reason_ids,
    array_agg(report_reasons.title order by by_reason.reports desc, by_reason.reason_id) as reason_titles,
    array_agg(by_reason.reports order by by_reason.reports desc, by_reason.reason_id) as reason_counts
  from (
    select reason_id, count(*)::integer as reports, min(created_at) as first_at, max(created_at) as last_at from reports
    where post_id = page.post_id and coalesce(comment_id, 0) = coalesce(page.comment_id, 0)
    group by reason_id) as by_reason
  join report_reasons on report_reasons.id = by_reason.reason_id) as of_target
order by page.id desc

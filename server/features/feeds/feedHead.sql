-- The beginning of a feed of all: the posts pinned on top, newest first, then the first posts that are not, in the order of the feed,
-- each with its `feed_key`, its community, and whether its points are hidden: enough to have the first pages of most members' own feeds
-- among them. `read_at` is when this was asked, in microseconds since 1970. Keys and order are those of feedPage.sql.
--
-- Uses posts_new, posts_hot or posts_activity. Takes no locks. One round trip; it reads :limit posts.
--
-- Literal :sort: 'latest' | 'hot' | 'activity'
-- Literal :lifts_pinned: true | false
-- Literal :limit: number
with pinned_post as materialized (
  select id, community_id, created_at, score_hidden_until
  from posts where :lifts_pinned and deleted_at is null and is_pinned_site
), listed_post as (
  select posts.id, posts.community_id, posts.score_hidden_until,
    case :sort when 'latest' then microseconds_of(posts.created_at)
      when 'hot' then posts.hotness else posts.activity end as key
  from posts
  where posts.deleted_at is null and (not :lifts_pinned or posts.id <> all(array(select id from pinned_post)))
  order by case when :sort = 'latest' then posts.created_at end desc,
    case :sort when 'hot' then posts.hotness when 'activity' then posts.activity end desc, posts.id desc
  limit :limit
), head as (
  select id, community_id, score_hidden_until, key, false as is_on_top from listed_post
  union all
  select id, community_id, score_hidden_until, microseconds_of(created_at), true from pinned_post
)
select head.id, head.community_id, head.key as "feed_key!", head.is_on_top,
  coalesce(head.score_hidden_until > now(), false) as "is_score_hidden!",
  microseconds_of(statement_timestamp()) as "read_at!"
from head order by head.is_on_top desc, head.key desc, head.id desc

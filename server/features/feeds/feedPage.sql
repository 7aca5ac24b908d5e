-- One page of a feed: the posts pinned on top, newest first, then the posts of the page in the order of the feed, each with
-- `feed_key`, from which the cursor of the next page is made (null where it would tell points that are hidden), its item
-- version (postItems.sql), and what it is to the viewer. `read_at` is the time of this query, in microseconds since 1970.
--
-- Reads as many index entries as it returns posts, and those that it excludes. A feed of many communities first finds those
-- whose own first post comes first, with one index probe a community: a post among the first n belongs to one of n of these. A
-- top list reads the index once for each age band: the bands of the shorter lists belong to the longer ones as a whole, and
-- only the last band is checked against the clock, because the job that ages posts runs every few minutes.
-- Uses posts_new, posts_hot, posts_activity and posts_top, or the indexes …_in_community. Takes no locks. One round trip.
--
-- Excluded, where :excludes is true, is what the viewer hid, the communities that they may not read (:unreadable_ids), the members
-- and communities that they muted, and with :hides_bots posts by bots; muted communities not in their own feed. Each is a scalar
-- subquery, which PostgreSQL asks for one post after the other: as `not exists` it might join all that the member ever hid with all
-- posts first. It expects `coalesce` to be true half the time.
--
-- Literal :scope: 'all' | 'community' | 'home' | 'moderating'
-- Literal :sort: 'latest' | 'hot' | 'activity' | 'day' | 'week' | 'month' | 'year' | 'all'
-- Literal :has_cursor: true | false
-- Literal :excludes: true | false
-- Literal :lifts_pinned: true | false
-- Literal :is_guest: true | false
-- Literal :limit: number
with pinned_post as materialized (
  select id, created_at from posts
  where :lifts_pinned and deleted_at is null
    and (not :excludes or community_id <> all(:unreadable_ids::bigint[]))
    and case when :scope = 'community' then is_pinned and community_id = :community_id?::bigint else is_pinned_site end
), age_band as (
  select number from generate_series(0,
    case :sort when 'week' then 1 when 'month' then 2 when 'year' then 3 when 'all' then 4 else 0 end) as number
), own_community as (
  select community_id as id from memberships where :scope = 'home' and user_id = :viewer_id?::bigint
    and (not :excludes or community_id <> all(:unreadable_ids))
  union all
  select community_id from moderators where :scope = 'moderating' and user_id = :viewer_id
), source_community as (
  select :community_id as id where :scope in ('all', 'community')
  union all (
    select own_community.id from own_community cross join lateral (
      select first_post.id, first_post.key from age_band cross join lateral (
        select posts.id,
          case :sort when 'latest' then microseconds_of(posts.created_at)
            when 'hot' then posts.hotness when 'activity' then posts.activity else posts.points end as key
        from posts
        where posts.deleted_at is null and posts.community_id = own_community.id
          and (:sort in ('latest', 'hot', 'activity') or posts.age_band = age_band.number)
          and case when :sort = 'day' then posts.created_at > now() - interval '1 day'
            when :sort = 'week' then age_band.number < 1 or posts.created_at > now() - interval '7 days'
            when :sort = 'month' then age_band.number < 2 or posts.created_at > now() - interval '30 days'
            when :sort = 'year' then age_band.number < 3 or posts.created_at > now() - interval '365 days'
            else true end
          and (not :has_cursor or case
            when :sort = 'latest' then (posts.created_at, posts.id)
              <= (moment_of(:cursor_key?::bigint), :cursor_id?::bigint)
            when :sort = 'hot' then (posts.hotness, posts.id) <= (:cursor_key, :cursor_id)
            when :sort = 'activity' then posts.activity <= :cursor_key
            else (posts.points, posts.id) <= (:cursor_key, :cursor_id) end)
          and (not :lifts_pinned or posts.id <> all(array(select id from pinned_post)))
          and (not :excludes or (
            coalesce((select false from hidden_posts
              where hidden_posts.user_id = :viewer_id and hidden_posts.post_id = posts.id), true)
            and coalesce((select false from user_mutes
              where user_mutes.user_id = :viewer_id and user_mutes.muted_user_id = posts.author_id), true)
            and (not :hides_bots or coalesce((select false from badges
              where badges.user_id = posts.author_id and badges.type = 'bot'), true))))
        order by case when :sort = 'latest' then posts.created_at end desc,
          case :sort when 'hot' then posts.hotness when 'activity' then posts.activity end desc,
          case when :sort not in ('latest', 'hot', 'activity') then posts.points end desc, posts.id desc
        limit 1) as first_post
      order by first_post.key desc, first_post.id desc limit 1) as first_post
    order by first_post.key desc, first_post.id desc limit :limit)
), listed_post as (
  select listed.id, listed.key from source_community cross join age_band cross join lateral (
    -- As above, except for the limit, and for feeds that are not the viewer's own.
    select posts.id,
      case :sort when 'latest' then microseconds_of(posts.created_at)
        when 'hot' then posts.hotness when 'activity' then posts.activity else posts.points end as key
    from posts
    where posts.deleted_at is null and (:scope = 'all' or posts.community_id = source_community.id)
      and (:sort in ('latest', 'hot', 'activity') or posts.age_band = age_band.number)
      and case when :sort = 'day' then posts.created_at > now() - interval '1 day'
        when :sort = 'week' then age_band.number < 1 or posts.created_at > now() - interval '7 days'
        when :sort = 'month' then age_band.number < 2 or posts.created_at > now() - interval '30 days'
        when :sort = 'year' then age_band.number < 3 or posts.created_at > now() - interval '365 days'
        else true end
      and (not :has_cursor or case
        when :sort = 'latest' then (posts.created_at, posts.id)
          <= (moment_of(:cursor_key), :cursor_id)
        when :sort = 'hot' then (posts.hotness, posts.id) <= (:cursor_key, :cursor_id)
        when :sort = 'activity' then posts.activity <= :cursor_key
        else (posts.points, posts.id) <= (:cursor_key, :cursor_id) end)
      and (not :lifts_pinned or posts.id <> all(array(select id from pinned_post)))
      and (not :excludes or (
        coalesce((select false from hidden_posts
          where hidden_posts.user_id = :viewer_id and hidden_posts.post_id = posts.id), true)
        and coalesce((select false from user_mutes
          where user_mutes.user_id = :viewer_id and user_mutes.muted_user_id = posts.author_id), true)
        and (not :hides_bots or coalesce((select false from badges
          where badges.user_id = posts.author_id and badges.type = 'bot'), true))
        and (:scope <> 'all' or posts.community_id <> all(:unreadable_ids))
        and (:scope <> 'all' or coalesce((select false from community_mutes
          where community_mutes.user_id = :viewer_id
            and community_mutes.muted_community_id = posts.community_id), true))))
    order by case when :sort = 'latest' then posts.created_at end desc,
      case :sort when 'hot' then posts.hotness when 'activity' then posts.activity end desc,
      case when :sort not in ('latest', 'hot', 'activity') then posts.points end desc, posts.id desc
    limit :limit) as listed
  order by listed.key desc, listed.id desc limit :limit
), page as (
  select id, key, false as is_on_top from listed_post
  union all
  select id, microseconds_of(created_at), true from pinned_post where not :has_cursor
)
select case when :sort in ('latest', 'activity') or posts.score_hidden_until is null or posts.score_hidden_until <= now()
    then page.key end as feed_key, page.is_on_top, posts.id, concat(shown.post_version, shown_images.attachments_version) as post_version,
  microseconds_of(statement_timestamp()) as "read_at!", viewer_state.*,
  saved.is_in_list as "is_in_list!"
from page join posts on posts.id = page.id
join users on users.id = posts.author_id
join communities on communities.id = posts.community_id
cross join lateral post_version(posts.id, posts.type, posts.link_image_id, posts.xmin, users.xmin, users.picture_id,
  communities.name, communities.icon_id, communities.banner_id, communities.downvoters, posts.score_hidden_until) as shown
cross join lateral post_attachments_version(posts.id, posts.attachment_count) as shown_images
cross join lateral post_viewer_columns(
  posts.id, posts.author_id, posts.community_id, case when :is_guest then null else :viewer_id end) as viewer_state
cross join (select array(select id from lists where user_id = case when :is_guest then null else :viewer_id end and item_count > 0) as ids) as own_list
cross join lateral post_is_saved(posts.id, own_list.ids) as saved
order by page.is_on_top desc, page.key desc, page.id desc

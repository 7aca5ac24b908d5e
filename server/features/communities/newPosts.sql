-- The number of posts by others in each of a member's communities since they last opened its page, up to :counted_max. Excludes
-- posts by muted members. Considers the first :communities_max of their communities by name.
--
-- Returns a row for each community with new posts, by name.
-- Uses memberships_pkey, communities_pkey, posts_new_in_community and user_mutes_pkey. Takes no locks. One round trip. Reads at
-- most :counted_max posts of each community, and those of the member and of muted members; see docs/notifications.md.
with membership as materialized (
  select communities.id, communities.name, communities.name_key, memberships.visited_at
  from memberships join communities on communities.id = memberships.community_id
  where memberships.user_id = :member_id and communities.deleted_at is null
  order by communities.name_key limit :communities_max::integer
), muted as materialized (
  select array(select muted_user_id from user_mutes where user_id = :member_id) || :member_id::bigint as ids
)
select membership.id, membership.name, counted.new_posts as "newPosts!"
from membership cross join lateral (
  select count(*)::integer as new_posts from (
    select from posts
    where posts.community_id = membership.id and posts.deleted_at is null and posts.created_at > membership.visited_at
      and posts.author_id <> all(coalesce((select ids from muted), '{}'))
    limit :counted_max::integer) as recent) as counted
where counted.new_posts > 0
order by membership.name_key

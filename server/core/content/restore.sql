-- Reverses the removal of a post or comment, and counts it for its author again. A post is in feeds and search again, but not pinned.
--
-- The caller has locked it (lockContent.sql). Locks: the author. Uses posts_pkey, comments_pkey and users_pkey. One round trip.
with post as (
  update posts set deleted_at = null, deleted_by = null, deleted_as = null,
    -- The job that moves posts between the age bands of top lists skips deleted posts.
    age_band = post_age_band(created_at, now())
  where id = :post_id and :comment_id?::bigint is null returning author_id
), comment as (
  update comments set deleted_at = null, deleted_by = null, deleted_as = null where id = :comment_id::bigint returning author_id
), counted as materialized (
  select author_id, count_content_of_members(array[author_id], array[posts], array[comments]) from (
    select author_id, 1 as posts, 0 as comments from post union all select author_id, 0, 1 from comment) as restored
)
select author_id from counted

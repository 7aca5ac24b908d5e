-- Reverses the removal of a post or comment, and counts it for its author again. A post is in feeds and search again, but not pinned.
-- What an order of an admin removed with a comment is back with it, so that undoing the order later has nothing to do here.
--
-- The caller has locked it (lockContent.sql). Locks: the author and what is withheld. Uses posts_pkey, comments_pkey, users_pkey and
-- withheld_contents_post_id_comment_id_key. One round trip.
with withheld as (
  delete from withheld_contents where post_id = :post_id and comment_id = :comment_id?::bigint returning comment_id, image_ids
), post as (
  update posts set deleted_at = null, deleted_by = null, deleted_as = null,
    -- The job that moves posts between the age bands of top lists skips deleted posts.
    age_band = post_age_band(created_at, now())
  where id = :post_id and :comment_id::bigint is null returning author_id
), comment as (
  update comments set deleted_at = null, deleted_by = null, deleted_as = null,
    attachment_count = coalesce((select cardinality(image_ids) from withheld), attachment_count)
  where id = :comment_id::bigint returning author_id
), comment_image as (
  insert into comment_images (comment_id, position, image_id)
  select comment_id, place - 1, image_id from withheld cross join lateral unnest(image_ids) with ordinality as image (image_id, place)
), counted as materialized (
  select author_id, count_content_of_members(array[author_id], array[posts], array[comments]) from (
    select author_id, 1 as posts, 0 as comments from post union all select author_id, 0, 1 from comment) as restored
)
select author_id from counted

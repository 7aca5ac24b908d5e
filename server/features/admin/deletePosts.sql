-- Deletes a batch of the posts covered by a deletion order of an admin, with their content, the newest first. Posts that
-- somebody else has deleted meanwhile are not counted again. Notifications of mentions in them are deleted.
--
-- Returns one row: the ids of the posts that it deleted, and in `last_key` (microseconds since 1970) and `last_id` the oldest
-- one it considered, where the next batch continues; null when nothing was left.
-- Locks, in this order: the posts by their ids, their author and those whom they mention by their ids.
-- Uses posts_by_author, posts_pkey and notifications_mentions. One round trip.
--
-- Literal :has_place: true | false
with content_deletion as materialized (
  select user_id, ordered_by, since, until from content_deletions where id = :deletion_id
), left_over as materialized (
  select id, created_at from posts
  where author_id = (select user_id from content_deletion) and created_at <= (select until from content_deletion)
    and created_at >= coalesce((select since from content_deletion), '-infinity')
    and (deleted_at is null or content_deleted_at is null)
    and (not :has_place or (created_at, id)
      < (timestamptz 'epoch' + :place_key?::bigint * interval '1 microsecond', :place_id?::bigint))
  order by created_at desc, id desc limit :limit::bigint
), target as materialized (
  select posts.id, posts.deleted_at is null as is_first from posts
  where id in (select id from left_over) and (deleted_at is null or content_deleted_at is null)
  order by id for no key update
), deleted_post as materialized (
  -- What the statement has locked is updated by a function; migration 0032_counts_of_locked_rows says why.
  select delete_posts(array(select id from target), ordered_by, 'admins', true) from content_deletion
), mention_removal as materialized (
  select user_id, take_back_mentions(array(select id from target), '{}', user_id)
  from content_deletion cross join deleted_post
), updated_author as materialized (
  select count_posts_of_member(user_id, -(select count(*)::integer from target where is_first)) from mention_removal
), last_post as (
  select id, (extract(epoch from created_at) * 1000000)::bigint as key from left_over order by created_at, id limit 1
)
select array(select id from target) as ids, (select key from last_post) as last_key, (select id from last_post) as last_id
from (select) as one where (select count(*) from updated_author) >= 0

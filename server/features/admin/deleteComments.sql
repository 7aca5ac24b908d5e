-- Deletes a batch of the comments covered by a deletion order of an admin, the newest first; viewers with the permission
-- still see their texts. Like deletePosts.sql.
--
-- Locks, in this order: the comments by their ids, their author and those whom they mention by their ids.
-- Uses comments_by_author, comments_pkey and notifications_mentions. One round trip.
--
-- Literal :has_place: true | false
with content_deletion as materialized (
  select user_id, ordered_by, since, until from content_deletions where id = :deletion_id
), left_over as materialized (
  select id, created_at from comments
  where author_id = (select user_id from content_deletion) and created_at <= (select until from content_deletion)
    and created_at >= coalesce((select since from content_deletion), '-infinity')
    and deleted_at is null
    and (not :has_place or (created_at, id)
      < (timestamptz 'epoch' + :place_key?::bigint * interval '1 microsecond', :place_id?::bigint))
  order by created_at desc, id desc limit :limit::bigint
), target as materialized (
  select comments.id from comments where id in (select id from left_over) and deleted_at is null
  order by id for no key update
), deleted_comment as materialized (
  -- What the statement has locked is updated by a function; migration 0032_counts_of_locked_rows says why.
  select delete_comments(array(select id from target), ordered_by) from content_deletion
), mention_removal as materialized (
  select user_id, take_back_mentions('{}', array(select id from target), user_id)
  from content_deletion cross join deleted_comment
), updated_author as materialized (
  select count_for_member(user_id, more_comments => -(select count(*)::integer from target)) from mention_removal
), last_comment as (
  select id, (extract(epoch from created_at) * 1000000)::bigint as key from left_over order by created_at, id limit 1
)
select array(select id from target) as ids,
  (select key from last_comment) as last_key, (select id from last_comment) as last_id
from (select) as one where (select count(*) from updated_author) >= 0

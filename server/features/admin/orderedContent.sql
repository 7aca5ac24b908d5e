-- The posts, or comments, that a deletion order of an admin covers and that are not deleted with their content yet, the newest first. What
-- the member wrote in the name of a community is among them.
--
-- Literal :kind is one table after the other, because a deleted post may still have its content.
-- Takes no locks. Uses content_deletions_pkey, posts_by_author, comments_by_author, community_comments_by_writer, bulk_action_contents_posts and
-- bulk_action_contents_comments. One round trip.
--
-- Literal :kind: 'post' | 'comment'
-- Literal :has_place: true | false
with content_deletion as materialized (
  select user_id, since, until, only_listed, bulk_action_id from content_deletions where id = :deletion_id and taken_back_at is null and finished_at is null
), content as (
  select id, created_at from posts
  where :kind = 'post' and author_id = (select user_id from content_deletion)
    and (deleted_at is null or content_deleted_at is null)
    and (not (select only_listed from content_deletion) or id in (
      select post_id from bulk_action_contents where bulk_action_id = (select bulk_action_id from content_deletion)))
  union all
  select id, created_at from (
    select id, created_at from comments
    where :kind = 'comment' and author_id = (select user_id from content_deletion) and deleted_at is null
    union all
    select comments.id, comments.created_at from community_comments join comments on comments.id = comment_id
    where :kind = 'comment' and written_by = (select user_id from content_deletion) and deleted_at is null
  ) as comment
  where (not (select only_listed from content_deletion) or id in (
      select comment_id from bulk_action_contents where bulk_action_id = (select bulk_action_id from content_deletion)))
)
select id as "id!", microseconds_of(created_at) as "key!" from content
where created_at <= (select until from content_deletion)
  and created_at >= coalesce((select since from content_deletion), '-infinity')
  and (not :has_place or (created_at, id)
    < (moment_of(:place_key?::bigint), :place_id?::bigint))
order by created_at desc, id desc limit :limit::bigint

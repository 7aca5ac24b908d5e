-- Deletes a post, and with :deletes_content also its text and link. Who comes first decides in whose name it was deleted, and
-- lowers the author's count.
--
-- Returns the state before, or no row when there is no such post.
-- Locks, in this order: the post, its author.
-- Uses posts_pkey and users_pkey. One round trip.
--
-- Literal :deletes_content: true | false
with target as materialized (
  select id, author_id, deleted_at, content_deleted_at from posts where id = :post_id for no key update
), deleted_post as materialized (
  -- By a function, as all that is updated after it was locked: see migration 0032_counts_of_locked_rows.
  select delete_posts(array(select id from target), :member_id, :role, :deletes_content)
), updated_author as (
  update users set post_count = post_count - 1
  from target where users.id = target.author_id and target.deleted_at is null
)
select deleted_at is not null as was_deleted, content_deleted_at is not null as was_content_deleted
from target left join deleted_post on true

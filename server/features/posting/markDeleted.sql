-- Deletes a post, and with :deletes_content also its text and link. The first of several deletions determines the role and
-- decrements the author's counter. Notifications of mentions in it are deleted.
--
-- Returns the state before, or no row when there is no such post.
-- Locks, in this order: the post, its author and those whom it mentions in the order of their ids.
-- Uses posts_pkey, users_pkey and notifications_mentions. One round trip.
--
-- Literal :deletes_content: true | false
with target as materialized (
  select id, author_id, deleted_at, content_deleted_at from posts where id = :post_id for no key update
), deleted_post as materialized (
  -- What the statement has locked is updated by a function; migration 0032_counts_of_locked_rows says why.
  select delete_posts(array(select id from target), :member_id, :role, :deletes_content)
), mention_removal as materialized (
  select author_id, deleted_at, take_back_mentions(array[id], '{}', author_id) from target cross join deleted_post
), updated_author as materialized (
  select count_posts_of_member(author_id, -1) from mention_removal where deleted_at is null
)
select deleted_at is not null as was_deleted, content_deleted_at is not null as was_content_deleted
-- Reads updated_author, because PostgreSQL does not execute a CTE that nobody reads unless it is a write itself.
from target where (select count(*) from updated_author) >= 0

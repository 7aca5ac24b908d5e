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
), deleted_post as (
  update posts set deleted_at = coalesce(posts.deleted_at, now()),
    deleted_by = case when posts.deleted_at is null then :member_id else posts.deleted_by end,
    deleted_as = coalesce(posts.deleted_as, :role),
    is_pinned = false, is_pinned_site = false,
    body = case when :deletes_content and posts.body is not null then '' else posts.body end,
    body_html = case when not :deletes_content then posts.body_html end,
    excerpt = case when not :deletes_content then posts.excerpt end,
    link_url = case when not :deletes_content then posts.link_url end,
    link_hostname = case when not :deletes_content then posts.link_hostname end,
    content_deleted_at = case when :deletes_content then coalesce(posts.content_deleted_at, now())
      else posts.content_deleted_at end,
    content_deleted_by = case when :deletes_content then coalesce(posts.content_deleted_by, :member_id)
      else posts.content_deleted_by end,
    content_deleted_as = case when :deletes_content then coalesce(posts.content_deleted_as, :role)
      else posts.content_deleted_as end
  from target where posts.id = target.id
), updated_author as (
  update users set post_count = post_count - 1
  from target where users.id = target.author_id and target.deleted_at is null
)
select deleted_at is not null as was_deleted, content_deleted_at is not null as was_content_deleted from target

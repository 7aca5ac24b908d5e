-- Empties posts and comments for good: texts, links, earlier versions and what moderators kept. Where a text can still be read,
-- :erased_text is in its place. Mentions in them are taken back.
--
-- The caller has locked them (lockContent.sql). Returns how many texts changed, and how many versions and pictures go.
-- Locks: :author_id and those whom the texts mention, by ascending id, and notifications. Uses posts_pkey, comments_pkey,
-- notifications_mentions, text_versions_of_posts, text_versions_of_comments, reported_copies_of_target, post_images_pkey and
-- comment_images_pkey. One round trip.
with post as (
  update posts set title = :erased_text, body = case when body is not null then '' end, body_html = null, excerpt = null,
    link_url = null, link_hostname = null, content_deleted_at = coalesce(content_deleted_at, now()),
    content_deleted_by = coalesce(content_deleted_by, :actor_id), content_deleted_as = coalesce(content_deleted_as, :acted_as::text)
  where id = any(:posts) and (title <> :erased_text or body <> '' or link_url is not null or content_deleted_at is null)
  returning id
), comment as (
  update comments set body = case when deleted_at is null then :erased_text else '' end,
    body_html = case when deleted_at is null then :erased_html else '' end
  where id = any(:comments) and body <> case when deleted_at is null then :erased_text else '' end
  returning id
), version as (
  delete from text_versions where post_id = any(:posts) or comment_id = any(:comments) returning id
), copy as (
  delete from reported_copies where post_id = any(:posts) and comment_id is null or comment_id = any(:comments)
), withheld as (
  delete from withheld_contents where post_id = any(:posts) and comment_id is null or comment_id = any(:comments)
), picture as materialized (
  select image_id from post_images where post_id = any(:posts)
  union all select image_id from comment_images where comment_id = any(:comments)
  union all select link_image_id from posts where id = any(:posts) and link_image_id is not null
), mention as materialized (
  select take_back_mentions(:posts, :comments, array[:author_id::bigint]) as taken_back
)
select (select count(*)::integer from post) + (select count(*)::integer from comment) as "texts!",
  (select count(*)::integer from version) as "versions!", (select count(*)::integer from picture) as "pictures!", taken_back
from mention

-- Keeps what an order of an admin is about to remove, so that it can be taken back.
--
-- The caller has locked the posts and comments (lockContent.sql). Uses posts_pkey, comments_pkey, post_images_pkey and
-- comment_images_pkey. One round trip.
insert into withheld_contents (deletion_id, post_id, comment_id, was_deleted, body, body_html, body_renderer, excerpt, link_url,
  link_hostname, link_image_id, image_ids)
select :deletion_id::bigint, id, null, deleted_at is not null, body, body_html, body_renderer, excerpt, link_url, link_hostname,
  link_image_id, array(select image_id from post_images where post_images.post_id = posts.id order by position)
from posts where id = any(:posts) and content_deleted_at is null
union all
select :deletion_id::bigint, post_id, id, false, null, null, null, null, null, null, null,
  array(select image_id from comment_images where comment_images.comment_id = comments.id order by position)
from comments where id = any(:comments) and deleted_at is null
on conflict do nothing

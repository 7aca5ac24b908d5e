-- Comments by their ids, deleted ones too, in no particular order and as guests see them. Ids without a comment are skipped.
--
-- Takes no locks. Uses comments_pkey, posts_pkey, communities_pkey and users_pkey, and those of the columns that are shown.
-- One round trip.
--
-- Literal :format: 'source' | 'html' | 'excerpt'
select shown_comment.*, attached.images, shown_author.*, posts.public_id as post_public_id, posts.community_id,
  communities.name as community_name, null::boolean as my_vote, false as author_is_muted
from comments
cross join lateral comment_columns(comments, :format, :renderer) as shown_comment
cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached
join posts on posts.id = comments.post_id
join communities on communities.id = posts.community_id
join users on users.id = comments.author_id
cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
where comments.id = any(:ids::bigint[])

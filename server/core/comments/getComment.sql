-- One comment, deleted ones too, as one viewer sees it. Guests have no viewer.
--
-- Returns one row, or none when there is no such comment. Takes no locks. Uses comments_pkey, posts_pkey, communities_pkey,
-- users_pkey and comment_votes_pkey, and those of the columns that are shown. One round trip.
--
-- Literal :format: 'source' | 'html' | 'excerpt'
select shown_comment.*, attached.images, shown_author.*, posts.public_id as post_public_id, posts.community_id,
  communities.name as community_name, my_vote.up as my_vote,
  exists (
    select from user_mutes where user_id = :viewer_id? and muted_user_id = comments.author_id) as author_is_muted
from comments
cross join lateral comment_columns(comments, :format, :renderer) as shown_comment
cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached
join posts on posts.id = comments.post_id
join communities on communities.id = posts.community_id
join users on users.id = comments.author_id
cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
left join comment_votes as my_vote on my_vote.post_id = comments.post_id and my_vote.user_id = :viewer_id
  and my_vote.comment_id = comments.id
where comments.id = :comment_id

-- A page of all comments, also deleted ones, the newest first, each with the title of its post, as the API shows them.
--
-- Uses comments_pkey backwards as far as the page goes, and the indexes of the columns that are shown. Takes no locks. One
-- round trip.
--
-- Literal :has_cursor: true | false
-- Literal :limit: number
with page as materialized (
  select id from comments where not :has_cursor or id <= :cursor_id?::bigint order by id desc limit :limit
)
select shown_comment.*, attached.images, shown_author.*, posts.public_id as post_public_id, posts.title as post_title, posts.community_id,
  communities.name as community_name, my_vote.up as my_vote,
  exists (
    select from user_mutes
    where user_id = :viewer_id?::bigint and muted_user_id = shown_comment.author_id) as author_is_muted
from page join comments on comments.id = page.id
cross join lateral comment_columns(comments, 'source', 0) as shown_comment
cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached
join posts on posts.id = shown_comment.post_id
join communities on communities.id = posts.community_id
join users on users.id = shown_comment.author_id
cross join lateral author_columns(users, users.id, users.picture_id, 'source') as shown_author
left join comment_votes as my_vote on my_vote.post_id = shown_comment.post_id and my_vote.user_id = :viewer_id
  and my_vote.comment_id = shown_comment.id
order by page.id desc

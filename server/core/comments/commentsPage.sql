-- A page of a post's comments, best first over the whole tree, followed by all missing ancestors of the comments on it.
--
-- `place` counts from 1. The comment at `limit` + 1 is the first of the next page, if there is one; ancestors have `limit` + 2.
-- Reads the `limit` + 1 best comments from an index, and otherwise only what it returns. The thread is looked up once: joined
-- to each of its comments, PostgreSQL would rather read all communities. Mutes are read once for all comments.
-- Uses posts_public_id_key, comments_best, comments_pkey, users_pkey and comment_votes_pkey, and those of the columns that are
-- shown. Takes no locks. One round trip; guests have no viewer.
--
-- Literal :limit: number
-- Literal :has_cursor: true | false
-- Literal :is_guest: true | false
-- Literal :format: 'source' | 'html' | 'excerpt'
with thread as materialized (
  select posts.id, posts.public_id, posts.community_id, communities.name as community_name
  from posts join communities on communities.id = posts.community_id
  where posts.public_id = :public_id
), best as materialized (
  select id, ancestors, row_number() over (order by upvotes desc, id desc)::integer as place
  from (
    select id, ancestors, upvotes from comments
    where post_id = (select id from thread)
      and (not :has_cursor or (upvotes, id) <= (:cursor_upvotes?::bigint, :cursor_id?::bigint))
    order by upvotes desc, id desc limit :limit + 1) as ordered
), wanted as (
  select id, place from best
  union all
  select distinct ancestor, :limit + 2 from best, unnest(ancestors) as ancestor
  where place <= :limit and ancestor not in (select id from best where place <= :limit)
)
select shown_comment.*, shown_author.*, thread.public_id as post_public_id, thread.community_id, thread.community_name,
  my_vote.up as my_vote,
  not :is_guest and comments.author_id in (
    select muted_user_id from user_mutes where user_id = :viewer_id?::bigint) as author_is_muted,
  wanted.place
from wanted join comments on comments.id = wanted.id
cross join lateral comment_columns(comments, :format, :renderer) as shown_comment
cross join thread
join users on users.id = comments.author_id
cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
left join comment_votes as my_vote on not :is_guest and my_vote.post_id = comments.post_id
  and my_vote.user_id = :viewer_id and my_vote.comment_id = comments.id
order by wanted.place, comments.id

-- Locks the posts and comments of a decision, so that the next statement sees all earlier decisions.
--
-- Locks, in this order: votes on the comments of posts that are about to be locked, the posts, the comments; each by ascending id.
-- Uses posts_pkey and comments_pkey. One round trip.
--
-- Literal :closes_threads: true | false
with thread as materialized (
  select close_thread(id) from (select id from unnest(:post_ids::bigint[]) as id order by id) as post where :closes_threads
), post as materialized (
  select posts.id from posts cross join (select count(*) from thread) as closed
  where posts.id = any(:post_ids) order by posts.id for no key update of posts
), comment as materialized (
  select comments.id from comments cross join (select count(*) from post) as locked
  where comments.id = any(:comment_ids) order by comments.id for no key update of comments
)
select (select count(*) from post)::integer as "posts!", (select count(*) from comment)::integer as "comments!"

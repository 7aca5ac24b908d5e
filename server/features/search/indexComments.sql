-- Adds the next batch of comments to the search index, and stores its progress. Returns whether nothing was left.
--
-- Locks: the caller has locked the row of search_progress, which serializes batches.
-- Uses comments_pkey and posts_pkey. One round trip.
with batch as (
  select comments.*, posts.community_id, posts.type
  from comments join posts on posts.id = comments.post_id
  where comments.id > (select after_id from search_progress where subject = 'comments')
  order by comments.id limit :limit::bigint
), indexed_comment as (
  insert into comment_search (comment_id, post_id, community_id, author_id, created_at, words)
  select id, post_id, community_id, author_id, created_at,
    comment_words(body, body_html, author_id, community_id, type, created_at)
  from batch where deleted_at is null
  on conflict (comment_id) do update set words = excluded.words
    where comment_search.words is distinct from excluded.words
)
update search_progress set after_id = coalesce((select max(id) from batch), after_id),
  is_finished = not exists (select from batch)
where subject = 'comments' returning is_finished

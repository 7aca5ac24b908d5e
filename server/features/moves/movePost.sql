-- Moves a post with its comments to another community: its place in lists and search, its reports, the decisions about it and the
-- appeals against them that wait. It is not pinned there. The counts of both communities follow.
--
-- The caller has locked both communities by ascending id, and these appeals. Returns one row, or none if the post is not in :from_id any more.
-- Locks: the post, and the rows about it. Uses posts_pkey, comments_best, post_search_pkey, comment_search_pkey, reports_of_target and
-- reviews_of_target, held_items_of_post and appeals_open_of_community.
-- Cost: one round trip; the rows of the search for each comment.
with moved as (
  update posts set community_id = :to_id, is_pinned = false
  where id = :post_id and community_id = :from_id
  returning id
), counted as (
  update communities set post_count = post_count + case when communities.id = :to_id then 1 else -1 end
  from moved where communities.id in (:from_id, :to_id)
), found_post as (
  update post_search set community_id = :to_id,
    words = ts_delete(words, '§c' || :from_id::text) || array_to_tsvector(array['§c' || :to_id::text])
  from moved where post_search.post_id = moved.id
), found_comment as (
  update comment_search set community_id = :to_id,
    words = ts_delete(words, '§c' || :from_id::text) || array_to_tsvector(array['§c' || :to_id::text])
  from moved join comments on comments.post_id = moved.id where comment_search.comment_id = comments.id
), report as (
  -- The rule stays as it is worded; the other community does not have it.
  update reports set community_id = :to_id, rule_id = null from moved where reports.post_id = moved.id
), review as (
  update reviews set community_id = :to_id from moved where reviews.post_id = moved.id
), held as (
  -- What was written in the name of a community stays with its moderators, who alone may know who wrote it.
  update held_items set community_id = :to_id from moved
  where held_items.post_id = moved.id and held_items.sent->>'userGroup' is distinct from 'community'
), appeal as (
  update appeals set community_id = :to_id from moved
  where appeals.community_id = :from_id and appeals.post_id = moved.id and answered_at is null
), looker as (
  delete from queue_lookers using moved where queue_lookers.post_id = moved.id
)
select id from moved

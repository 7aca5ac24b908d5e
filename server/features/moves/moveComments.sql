-- Moves comments, each of :root_ids with all below it, from one post to another of the same community, with what refers to them: votes,
-- the search, reports, decisions, appeals, what waits for review (:held_ids: new comments on the post), lists. Notifications and the log stay as
-- they are; their address leads there. The counts of both posts follow.
--
-- The caller has locked both posts and their threads, so nothing is added meanwhile. Returns how many comments moved.
-- Locks: the comments and the rows about them. Uses comments_best and, for each table, its index of posts.
-- Cost: one round trip; a row of each index of each comment, about a second for 10,000.
with moved as materialized (
  select id from comments where post_id = :from_id and coalesce(ancestors[1], id) = any(:root_ids::bigint[])
), comment as (
  update comments set post_id = :to_id where id in (select id from moved)
), vote as (
  update comment_votes set post_id = :to_id where post_id = :from_id and comment_id in (select id from moved)
), found as (
  update comment_search set post_id = :to_id, words = case when origin.type = target.type then words
    else ts_delete(words, '§t' || origin.type) || array_to_tsvector(array['§t' || target.type]) end
  from posts as origin, posts as target
  where origin.id = :from_id and target.id = :to_id and comment_id in (select id from moved)
), report as (
  update reports set post_id = :to_id where post_id = :from_id and comment_id in (select id from moved)
), outcome as (
  update report_outcomes set post_id = :to_id where post_id = :from_id and comment_id in (select id from moved)
), alert as (
  update report_alerts set post_id = :to_id where post_id = :from_id and comment_id in (select id from moved)
), copy as (
  update reported_copies set post_id = :to_id where post_id = :from_id and comment_id in (select id from moved)
), review as (
  update reviews set post_id = :to_id where post_id = :from_id and comment_id in (select id from moved)
), appeal as (
  update appeals set post_id = :to_id where post_id = :from_id and comment_id in (select id from moved)
), held as (
  update held_items set post_id = :to_id
  where post_id = :from_id and (comment_id in (select id from moved) or id = any(:held_ids::bigint[]))
), hit as (
  update automation_hits set post_id = :to_id where post_id = :from_id and comment_id in (select id from moved)
), listed as (
  update list_items set post_id = :to_id where post_id = :from_id and comment_id in (select id from moved)
), new_text as (
  update new_member_texts set post_id = :to_id where post_id = :from_id and comment_id in (select id from moved)
), withheld as (
  update withheld_contents set post_id = :to_id where post_id = :from_id and comment_id in (select id from moved)
), looker as (
  delete from queue_lookers where post_id = :from_id and comment_id in (select id from moved)
), counted as (
  update posts set comment_count = comment_count + case when posts.id = :to_id then change.comments else -change.comments end
  from (select count(*)::integer as comments from moved) as change where posts.id in (:from_id, :to_id)
)
select count(*)::integer as "comments!" from moved

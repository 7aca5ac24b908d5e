-- The state of posts and comments that the caller has locked: whether they are deleted, and the latest decision about them.
--
-- Uses posts_pkey, comments_pkey and reviews_of_target. Takes no locks. One round trip.
with target as (
  select posts.id as post_id, null::bigint as comment_id, posts.deleted_at, posts.deleted_as, posts.deleted_by from posts
  where posts.id = any(:post_ids)
  union all
  select comments.post_id, comments.id, comments.deleted_at, comments.deleted_as, comments.deleted_by from comments
  where comments.id = any(:comment_ids)
)
select target.post_id as "post_id!", target.comment_id, target.deleted_at, target.deleted_as, named(target.deleted_by) as deleter,
  coalesce(microseconds_of(reviews.reviewed_at), 0)::text as "version!", reviews.outcome,
  named(reviews.reviewed_by) as reviewer, reviews.reviewed_at
from target left join reviews
  on reviews.post_id = target.post_id and coalesce(reviews.comment_id, 0) = coalesce(target.comment_id, 0)

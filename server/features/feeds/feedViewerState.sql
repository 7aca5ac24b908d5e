-- What of some posts is not the same for everybody or changes all the time: their numbers, and what they are to one viewer.
-- Deleted posts are left out. Uses posts_pkey, post_votes_pkey and post_visits_pkey. Takes no locks.
select posts.id, posts.upvotes, posts.downvotes, posts.hotness, posts.comment_count, posts.last_activity_at, viewer_state.*
from posts cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, :viewer_id) as viewer_state
where posts.id = any(:post_ids) and posts.deleted_at is null

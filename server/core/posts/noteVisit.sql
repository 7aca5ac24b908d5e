-- Notes that a member opens a post now. Returns the id of the post, or no row when there is no such post.
-- Locks: the member's visit of the post. Uses posts_public_id_key and post_visits_pkey. One round trip.
insert into post_visits (user_id, post_id, visited_at)
select :member_id, id, now() from posts where public_id = :public_id
-- Of two visits at once, the later moment stays.
on conflict (user_id, post_id) do update set visited_at = greatest(post_visits.visited_at, excluded.visited_at)
returning post_id as id

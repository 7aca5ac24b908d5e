-- Records when members opened posts, for several visits; `visits` of deleted accounts and unknown posts are dropped. The arrays have
-- equal lengths, and no two visits are of the same member and post. `visited_micros` are microseconds since 1970.
--
-- Locks: the rows of these members and posts, by member and post. Uses posts_public_id_key, users_pkey, post_visits_pkey. One round
-- trip.
insert into post_visits (user_id, post_id, visited_at)
select users.id, posts.id, moment_of(visit.micros)
from unnest(:member_ids::bigint[], :public_ids::text[], :visited_micros::bigint[]) as visit (member_id, public_id, micros)
join users on users.id = visit.member_id and users.deleted_at is null
join posts on posts.public_id = visit.public_id
order by users.id, posts.id
-- The later moment of two visits at once stays.
on conflict (user_id, post_id) do update set visited_at = excluded.visited_at
where post_visits.visited_at < excluded.visited_at

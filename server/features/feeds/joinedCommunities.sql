-- The communities that members joined, one row per member, in the order of the given ids. Reads memberships_pkey.
select array(select community_id from memberships where memberships.user_id = given.user_id) as communities
from unnest(:user_ids::bigint[]) with ordinality as given (user_id, place) order by given.place

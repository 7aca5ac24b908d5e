-- The member whose session this is, with everything that permissions depend on.
--
-- Returns one row, or none for a session that is over, and for banned and deleted accounts. Every request of a member asks
-- this. `last_seen_is_stale`: whether the last visit was noted so long ago that it is to be noted again.
-- Uses sessions_pkey, users_pkey, and the indexes by user of the lists. Takes no locks. One round trip.
select users.id, users.username, users.is_admin, users.points, users.created_at,
  array(select community_id from moderators where user_id = users.id) as moderates,
  array(select community_id from community_bans
    where user_id = users.id and is_ban_in_force(expires_at)) as banned_from,
  exists (select from hidden_posts where user_id = users.id) as hides_posts,
  exists (select from user_mutes where user_id = users.id) as mutes_members,
  exists (select from community_mutes where user_id = users.id) as mutes_communities,
  sessions.last_seen_at < now() - make_interval(mins => :last_seen_refresh_minutes) as "last_seen_is_stale!"
from sessions join users on users.id = sessions.user_id
where sessions.id_hash = :id_hash and sessions.expires_at > now()
  and users.banned_at is null and users.deleted_at is null

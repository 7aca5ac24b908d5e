-- The members whose sessions these are, with everything that permissions depend on. `place` is the position of the session in
-- the input, from 1.
--
-- No row for expired sessions, and for banned and deleted accounts. Runs for every request of a member. `last_seen_is_stale`:
-- whether the recorded last visit is old enough to be updated. `moderates`: the id of each community
-- with the permissions there. `bans`: the kind of each in force, with the id of its community
-- unless it is from the whole site. `account_version` is of the same form as in
-- ownAccount.sql: `xmin` is the transaction that last wrote a row. `not_before`: when the member last wrote, or something was
-- written that everyone is to see at once, in microseconds since 1970; `written_up_to`: where the write-ahead log ended then.
-- Uses sessions_pkey, users_pkey, community_bans_pkey, site_bans_pkey, images_pkey, last_writes_pkey, and the indexes by user of the lists. Takes no locks. One round trip.
select given.place::integer as "place!", users.id, users.username, users.is_admin, users.points, users.trust_level, users.created_at,
  users.language, users.post_count + users.comment_count as "contributions!",
  users.email_confirmed_at is not null as "has_confirmed_email!",
  array(
    select concat_ws(' ', community_id, array_to_string(permissions, ' ')) from moderators where user_id = users.id) as "moderates!",
  array(
    select concat_ws(' ', kind, community_id) from community_bans where user_id = users.id and is_ban_in_force(expires_at)
    union all
    select kind from site_bans where user_id = users.id and kind <> 'reading' and is_ban_in_force(expires_at)) as "bans!",
  exists (select from hidden_posts where user_id = users.id) as hides_posts,
  exists (select from user_mutes where user_id = users.id) as mutes_members,
  exists (select from community_mutes where user_id = users.id) as mutes_communities, users.hide_bots as hides_bots,
  sessions.last_seen_at < now() - make_interval(mins => :last_seen_refresh_minutes) as "last_seen_is_stale!",
  concat_ws('-', users.id, users.xmin,
    case when users.picture_id is not null then (
      select images.xmin from images where images.id = users.picture_id) end,
    case when exists (select from moderators where user_id = users.id) then moderated_version(users.id) end) as account_version,
  microseconds_of(latest.written_at) as not_before, latest.position as written_up_to
from unnest(:id_hashes::bytea[]) with ordinality as given (id_hash, place)
join sessions on sessions.id_hash = given.id_hash
join users on users.id = sessions.user_id
cross join lateral (
  select max(written_at) as written_at, max(position) as position
  from last_writes where user_id in (users.id, 0)) as latest
where sessions.expires_at > now() and users.banned_at is null and users.deleted_at is null

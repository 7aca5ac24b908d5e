-- Notes that members have written something; `user_id` 0 that something was written which everybody is to see at once, which all
-- processes are told. Sent when what they wrote is committed. `position`: up to where a replica must have replayed the write-ahead log
-- to show it.
-- Locks: the rows of these members, by ascending id. Uses last_writes_pkey. One round trip.
with noted as (
  insert into last_writes (user_id, written_at, position)
  select given.user_id, clock_timestamp(), pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint
  from (select distinct user_id from unnest(:user_ids::bigint[]) as one (user_id) order by user_id) as given
  -- Of two at once, the later moment stays.
  on conflict (user_id) do update set written_at = greatest(last_writes.written_at, excluded.written_at),
    position = greatest(last_writes.position, excluded.position)
  returning user_id)
select pg_notify('writes', '')::text as told from noted where user_id = 0

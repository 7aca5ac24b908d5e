-- Notes that members have written something; `user_id` 0 that something was written which everybody is to see at once, which all
-- processes are told. Sent when what they wrote is committed.
-- Locks: the rows of these members, by ascending id. Uses last_writes_pkey. One round trip.
with noted as (
  insert into last_writes (user_id, written_at)
  select given.user_id, clock_timestamp()
  from (select distinct user_id from unnest(:user_ids::bigint[]) as one (user_id) order by user_id) as given
  -- Of two at once, the later moment stays.
  on conflict (user_id) do update set written_at = greatest(last_writes.written_at, excluded.written_at)
  returning user_id)
select pg_notify('writes', '')::text as told from noted where user_id = 0

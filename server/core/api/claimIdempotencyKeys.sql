-- Stores the keys of calls. An expired key counts as new.
--
-- Returns those that did not exist.
-- Locks the keys by ascending id of the member, and waits for concurrent requests with the same ones, at most :lock_timeout.
-- Uses idempotency_keys_pkey. Cost: one round trip, one row per key.
with lock_limit as materialized (
  select set_config('lock_timeout', coalesce(:lock_timeout?::text, current_setting('lock_timeout')), true)
)
insert into idempotency_keys as stored (user_id, call, key, fingerprint)
select given.* from lock_limit cross join unnest(
  :user_ids::bigint[], :calls::text[], :keys::text[], :fingerprints::bytea[]) as given (user_id, call, key, fingerprint)
order by user_id, call, key
on conflict (user_id, call, key) do update
  set fingerprint = excluded.fingerprint, answer = null, created_at = excluded.created_at
  where stored.created_at < now() - make_interval(hours => :kept_hours::integer)
returning user_id, call, key

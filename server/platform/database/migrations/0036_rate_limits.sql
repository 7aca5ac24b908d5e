-- Rate limits that all processes count together. A new table and a function: safe at any size of the others.

-- Calls in a window that began with the first of them. `key` is a hash of the limit and of who is counted. Also how often a call with an
-- idempotency key may still be repeated without being counted. Not logged: after a crash, counting starts at zero.
create unlogged table rate_limits (
  key bytea primary key,
  calls integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

-- Counts one call in each of these buckets, in order, up to the first that is exhausted. Returns its place, from 1, and how long its
-- window lasts; no row when the call may be made. A call under `repeat_key` that was counted before is not counted again for the next
-- `repeats` times.
-- Locks: a row of each bucket, in the order given, which is the same for all calls of a kind.
create function count_call(
  keys bytea[], allowed integer[], seconds integer[], repeat_key bytea, repeats integer, repeat_seconds integer
) returns table (place integer, milliseconds integer) language plpgsql as $$
declare
  called_at timestamptz := clock_timestamp();
  counted rate_limits;
begin
  if repeat_key is not null then
    update rate_limits set calls = calls - 1 where key = repeat_key and calls > 0 and ends_at > called_at;
    if found then return; end if;
  end if;
  for bucket in 1 .. cardinality(keys) loop
    insert into rate_limits as known (key, calls, ends_at)
    values (keys[bucket], 1, called_at + make_interval(secs => seconds[bucket]))
    on conflict (key) do update set
      calls = case when known.ends_at > called_at then known.calls + 1 else 1 end,
      ends_at = case when known.ends_at > called_at then known.ends_at else excluded.ends_at end
    returning * into counted;
    if counted.calls > allowed[bucket] then
      return query select bucket, ceil(extract(epoch from counted.ends_at - called_at) * 1000)::integer;
      return;
    end if;
  end loop;
  if repeat_key is not null then
    insert into rate_limits (key, calls, ends_at) values (repeat_key, repeats, called_at + make_interval(secs => repeat_seconds))
    on conflict (key) do update set calls = excluded.calls, ends_at = excluded.ends_at;
  end if;
end $$;

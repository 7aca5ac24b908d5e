-- Counts one call in each of these buckets, up to the first exhausted one: see count_call in the migrations.
-- Locks: a row of each bucket, in order. Uses rate_limits_pkey. One round trip, and no wait for the disk.
select place as "place!", milliseconds as "milliseconds!"
from count_call(:keys, :allowed, :seconds, :repeat_key?, :repeats, :repeat_seconds)

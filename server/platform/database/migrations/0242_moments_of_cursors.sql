-- The inverse of microseconds_of, for cursors of keyset pagination: the time of so many microseconds since 1970. It is inlined, so
-- that conditions with it use an index. Safe on a full table: no table is touched.
create function moment_of(microseconds bigint) returns timestamptz language sql stable parallel safe
return timestamptz 'epoch' + microseconds * interval '1 microsecond';

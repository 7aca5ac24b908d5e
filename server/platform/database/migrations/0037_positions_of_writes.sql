-- Where the write-ahead log ended when a member last wrote something: a replica that has replayed that much shows it. In bytes from
-- its beginning; null in rows of before, which are a few seconds old at most when it matters. Adds a column without a default, so no
-- row is touched.
alter table last_writes add column position bigint;

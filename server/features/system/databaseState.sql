-- The state of the database: version, size, connections and the largest tables. Returns one row.
-- Reads catalogs only; the sizes are asked of the file system. Cost: one round trip, some milliseconds.
select current_setting('server_version') as "version!", pg_database_size(current_database())::float8 as "bytes!",
  current_setting('max_connections')::integer as "connectionsMax!",
  (select count(*)::integer from pg_stat_activity where datname = current_database()) as "connections!",
  coalesce((
    select json_agg(largest) from (
      select relname::text as name, coalesce(pg_total_relation_size(oid)::float8, 0) as bytes, greatest(reltuples, 0)::bigint as rows
      from pg_class where relkind in ('r', 'p', 'm') and relnamespace = 'public'::regnamespace
      order by 2 desc limit :tables_shown::integer) as largest), '[]') as tables

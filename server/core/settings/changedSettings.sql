-- The settings as they are stored, if they have changed since :known_version.
--
-- Returns one row; `stored` is null if nothing has changed. Uses setting_changes_pkey, and reads the whole of setting_values, which
-- has a row for each setting at most. Takes no locks.
with latest as (select coalesce(max(id), 0) as version from setting_changes)
select version,
  case when version <> :known_version::bigint
    then coalesce((select json_object_agg(name, value) from setting_values), '{}') end as stored
from latest

-- The images of what bans removed and can still be taken back, unless nothing has changed since :known_version.
--
-- Takes no locks. Uses withheld_contents_pkey. One round trip; it reads what was removed within 30 days.
with state as materialized (
  select count(*) || ' ' || coalesce(max(id), 0) as version from withheld_contents
)
select version as "version!", case when version <> :known_version then array(
  select image_id::text from withheld_contents cross join lateral unnest(image_ids || link_image_id) as image_id
  where image_id is not null) end as ids
from state

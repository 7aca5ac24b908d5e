-- The images of what bans removed and can still be taken back, unless nothing has changed since :known_version.
--
-- Ids that are committed in another order than they were given change the sum.
-- Takes no locks. Uses withheld_contents_with_images. One round trip; it reads what was removed within 30 days and has images.
with state as materialized (
  select count(*) || ' ' || coalesce(sum(id), 0) as version from withheld_contents
  where cardinality(image_ids) > 0 or link_image_id is not null
)
select version as "version!", case when version <> :known_version then array(
  select image_id::text from withheld_contents cross join lateral unnest(image_ids || link_image_id) as image_id
  where image_id is not null and (cardinality(image_ids) > 0 or link_image_id is not null)) end as ids
from state

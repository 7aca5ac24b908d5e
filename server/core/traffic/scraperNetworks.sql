-- The networks that count as scrapers, at most :networks_max of them, those that do so for longest first.
--
-- Returns one row; `ends` has milliseconds since 1970 in the order of `networks`. Takes no locks. Uses scraper_networks_by_end.
select coalesce(array_agg(network), '{}') as "networks!",
  coalesce(array_agg(floor(extract(epoch from until) * 1000)::float8), '{}') as "ends!"
from (
  select network, until from scraper_networks where until > now() order by until desc limit :networks_max::int
) as latest

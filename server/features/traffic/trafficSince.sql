-- What cost most in the last :hours hours, at most :rows_max of each kind, the most expensive first.
--
-- Takes no locks. Uses traffic_counts_pkey. Reads what was stored in that time: at most 200 rows for each minute and process.
select kind, name, requests as "requests!", milliseconds as "milliseconds!", challenges as "challenges!", solved as "solved!"
from (
  select kind, name, sum(requests)::float8 as requests, sum(milliseconds)::float8 as milliseconds,
    sum(challenges)::float8 as challenges, sum(solved)::float8 as solved,
    row_number() over (partition by kind order by sum(milliseconds) desc, sum(challenges) desc, name) as place
  from traffic_counts
  where at > now() - make_interval(hours => :hours::int)
  group by kind, name
) as summed
where place <= :rows_max::int
order by kind, place

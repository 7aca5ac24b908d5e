-- Adds counts to those of these ten minutes. Arrays have a value for each count.
--
-- Returns no rows. Locks the changed rows, in the order of their key, so that processes cannot deadlock.
insert into traffic_counts (at, kind, name, requests, milliseconds, challenges, solved)
select date_bin('10 minutes', now(), 'epoch'), kind, name, requests, milliseconds, challenges, solved
from unnest(:kinds::text[], :names::text[], :requests::int[], :milliseconds::int[], :challenges::int[], :solved::int[])
  as counted (kind, name, requests, milliseconds, challenges, solved)
order by kind, name
on conflict (at, kind, name) do update set
  requests = traffic_counts.requests + excluded.requests,
  milliseconds = traffic_counts.milliseconds + excluded.milliseconds,
  challenges = traffic_counts.challenges + excluded.challenges,
  solved = traffic_counts.solved + excluded.solved

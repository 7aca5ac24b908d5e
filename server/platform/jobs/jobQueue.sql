-- The state of the job queue, for all servers together. Returns one row. Scans the queue, which is short. Cost: one round trip.
select count(*) filter (where state = 'waiting')::integer as waiting,
  coalesce(extract(epoch from now() - min(run_at) filter (where state = 'waiting')), 0)::float as "oldestWaitingSeconds",
  count(*) filter (where state = 'scheduled')::integer as scheduled,
  count(*) filter (where state = 'running')::integer as running,
  count(*) filter (where state = 'failed')::integer as failed
from (
  select run_at, case
      when locked_at is not null then 'running'
      when attempts >= max_attempts then 'failed'
      when run_at > now() then 'scheduled'
      else 'waiting' end as state
  from graphile_worker.jobs) as queue

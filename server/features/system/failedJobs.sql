-- Jobs that failed and have no attempts left, the latest first. Scans the queue, which is short. Cost: one round trip.
select id as "id!", task_identifier as "task!", attempts::integer as "attempts!", updated_at as "failedAt!",
  left(coalesce(last_error, ''), :message_max_length::integer) as message
from graphile_worker.jobs where attempts >= max_attempts and locked_at is null
order by updated_at desc, id desc limit :shown_max::integer

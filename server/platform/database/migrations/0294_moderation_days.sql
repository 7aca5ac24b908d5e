-- How often moderators, admins and reporters did what on each day (UTC), for yearly reports: counted once a day is over, so that the
-- counts stay when the log and the reports are deleted. Reports are deleted when they are closed, so each is noted until its day is
-- counted; those that are open now are noted here. Two new tables, and two indexes of appeals
create table moderation_days (
  day date primary key,
  -- [{name, as, kind, rule, count}]
  counts jsonb not null check (jsonb_typeof(counts) = 'array'),
  -- {name: [how long each decision took]}
  minutes jsonb not null check (jsonb_typeof(minutes) = 'object')
);

create table report_counts (
  id bigint generated always as identity primary key,
  event text not null check (event in ('filed', 'removed', 'locked', 'kept')),
  count integer not null default 1,
  happened_at timestamptz not null default now()
);
insert into report_counts (event, happened_at) select 'filed', created_at from reports;

create index appeals_by_time on appeals (created_at);
create index appeals_by_answer on appeals (answered_at) where answered_at is not null;

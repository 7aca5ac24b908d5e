-- The backups that admins and the schedule make. A new table: safe at any size of the others. It is no part of backups, because it is
-- about the files beside them.
create table backups (
  id bigint generated always as identity primary key,
  -- of the file, in the folder or the bucket
  name text not null unique check (length(name) <= 200),
  reason text not null check (reason in ('manual', 'daily')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'made', 'failed')),
  asked_at timestamptz not null default now(),
  finished_at timestamptz,
  -- includes attempts that the end of the process interrupted
  attempts smallint not null default 0,
  -- while it runs: what is being done, and how much of it
  step text check (length(step) <= 100),
  done bigint not null default 0,
  total bigint not null default 0,
  bytes bigint,
  failure text check (length(failure) <= 500),
  verification text check (verification in ('waiting', 'running', 'sound', 'failed')),
  verified_at timestamptz,
  verification_failure text check (length(verification_failure) <= 500),
  -- nobody sees it any more; its file is being deleted
  deleted_at timestamptz
);
-- One at a time, however many ask.
create unique index backups_under_way on backups ((true)) where state in ('waiting', 'running');

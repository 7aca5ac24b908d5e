-- What happened to accounts and what was refused, for admins. Equal events of an hour share a row, so that an attack cannot fill the
-- table. A new table.
create table security_events (
  id bigint generated always as identity primary key,
  kind text not null check (char_length(kind) <= 50),
  -- whose account; null for a name that nobody has, and for the command line
  user_id bigint references users (id) on delete cascade,
  ip inet,
  -- the call, where the kind does not say it
  detail text check (char_length(detail) <= 100),
  times integer not null default 1,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- the hour of the first, since 1970
  hour integer not null default floor(extract(epoch from now()) / 3600)::integer
);

create unique index security_events_of_hour on security_events
  (hour, kind, coalesce(user_id, 0), coalesce(ip, '0.0.0.0'), coalesce(detail, ''));
create index security_events_by_user on security_events (user_id, id);

-- What networks and programs requested and what that cost, for a day. Adds a table; it is not logged, because a crash may lose it.
create unlogged table traffic_counts (
  -- The beginning of ten minutes.
  at timestamptz not null,
  kind text not null check (kind in ('network', 'agent')),
  -- A network such as 203.0.113.0/24, or the beginning of a User-Agent.
  name text not null check (length(name) <= 150),
  requests integer not null,
  milliseconds bigint not null,
  challenges integer not null,
  solved integer not null,
  primary key (at, kind, name)
);

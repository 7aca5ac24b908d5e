-- Addresses that are shut out, hourly numbers of the site, and communities that members ask for.
-- New tables, and three indexes on old ones: the one on users reads every account once, the others are a few kilobytes
-- that take one reading of posts and comments, some seconds a ten million, before the server answers.

create table ip_blocks (
  id integer generated always as identity primary key,
  -- one address or a range, an IPv4 address never in its IPv6 spelling
  network cidr not null check (masklen(network) >= 8),
  note text not null default '' check (char_length(note) <= 500),
  created_at timestamptz not null default now(),
  created_by bigint not null references users (id),
  -- null: holds until it is cancelled
  expires_at timestamptz,
  cancelled_at timestamptz,
  -- the version of ip_block_state with which it was made or cancelled
  changed bigint not null,
  -- the same network is not blocked twice at a time
  exclude using gist (
    network inet_ops with =, tstzrange(created_at, least(expires_at, cancelled_at), '[)') with &&)
);
create index ip_blocks_by_change on ip_blocks (changed);

-- Who was last seen in the network when it was blocked.
create table ip_block_users (
  block_id integer not null references ip_blocks (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  -- from 1: who was there last
  position integer not null,
  primary key (block_id, position)
);
create index ip_block_users_of_user on ip_block_users (user_id);
create index users_by_last_seen_ip on users (last_seen_ip) where last_seen_ip is not null;

-- What a process compares to know whether it has missed something. Exactly one row; who changes blocks locks it, so
-- versions become visible in their order.
create table ip_block_state (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0,
  tor_exits inet[] not null default '{}',
  tor_exits_version bigint not null default 0,
  tor_exits_fetched_at timestamptz
);
insert into ip_block_state default values;

-- One row an hour, whoever counts and however often they are restarted.
create table site_statistics (
  id integer generated always as identity primary key,
  hour timestamptz not null unique,
  created_at timestamptz not null default now(),
  -- the numbers by their names in the API
  numbers jsonb not null
);
create index posts_by_time on posts using brin (created_at) with (autosummarize = on);
create index comments_by_time on comments using brin (created_at) with (autosummarize = on);

create table community_requests (
  id integer generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  name text not null check (name ~ '^[0-9A-Za-z_]{3,21}$'),
  name_key text not null generated always as (lower(name)) stored,
  note text check (char_length(note) between 1 and 500),
  created_at timestamptz not null default now(),
  denied_at timestamptz,
  denied_by bigint references users (id),
  denied_note text check (char_length(denied_note) <= 500),
  check ((denied_at is null) = (denied_by is null))
);
create unique index community_requests_pending on community_requests (user_id, name_key) where denied_at is null;
create index community_requests_of_user on community_requests (user_id, id);
create index community_requests_by_age on community_requests (created_at, id);

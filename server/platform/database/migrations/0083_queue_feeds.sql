-- Private addresses of the moderation queue as a feed: one for each moderator who made one. A new table.
create table queue_feeds (
  user_id bigint primary key references users (id) on delete cascade,
  -- SHA-256 of the token in the address, which nobody can read from here
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now()
);

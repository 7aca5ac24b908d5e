-- Where members can be reached outside the site, and the archives of what is theirs.

-- The browser of a session, as its push service knows it. It belongs to whom the session belongs, and ends with it.
create table push_subscriptions (
  session_id_hash bytea primary key references sessions (id_hash) on delete cascade on update cascade,
  -- one browser, whoever is logged in there
  endpoint text not null unique check (char_length(endpoint) <= 2048),
  auth text not null check (char_length(auth) <= 200),
  p256dh text not null check (char_length(p256dh) <= 200),
  created_at timestamptz not null default now(),
  -- since when nothing has got through
  failing_since timestamptz
);

-- What a link in a mail proves: that its reader gets the mail of that address. Stored hashed, used once.
create table mailed_tokens (
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('confirm_email', 'reset_password')),
  -- where it was sent: of no use when that is not the member's address any more
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index mailed_tokens_of_user on mailed_tokens (user_id, purpose, created_at);
create index mailed_tokens_by_age on mailed_tokens (created_at);

-- Archives of what is a member's own. The row comes before the file and goes after it.
create table data_exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- part of the place of its file
  secret text not null check (secret ~ '^[0-9A-Za-z_]{22}$'),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  -- how often it was begun
  attempts smallint not null default 0,
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  -- of the file
  bytes bigint check (bytes > 0),
  -- since when its file is being removed
  deleted_at timestamptz,
  check ((state = 'waiting') = (finished_at is null)),
  check ((state = 'ready') = (expires_at is not null) and (state = 'ready') = (bytes is not null))
);
create unique index data_exports_of_user on data_exports (user_id) where deleted_at is null;
create index data_exports_waiting on data_exports (id) where state = 'waiting' and deleted_at is null;

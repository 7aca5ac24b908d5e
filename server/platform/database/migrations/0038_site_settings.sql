-- Settings that admins change while the site runs, and the log of these changes. New tables: safe at any size of the others.

-- What differs from the default or was set explicitly. contract/siteSettings.ts has the names and types.
create table setting_values (
  name text primary key,
  value jsonb not null,
  changed_by bigint references users,
  changed_at timestamptz not null default now()
);

-- Every change. Changes queue for the row of `site_settings`, so the ids are in the order of the commits: the last one is the version
-- of all values. `before` and `after` are null for the default.
create table setting_changes (
  id bigint generated always as identity primary key,
  name text not null,
  before jsonb,
  after jsonb,
  -- null: on the command line of the server.
  changed_by bigint references users,
  changed_at timestamptz not null default now()
);

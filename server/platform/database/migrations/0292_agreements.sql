-- Which text of the terms members accepted, and that they said to be old enough. Changes no data
create table terms_versions (
  id integer generated always as identity primary key,
  -- A hash of the text.
  version text not null unique,
  -- As it was shown, in Markdown.
  text text not null,
  first_accepted_at timestamptz not null default now()
);

create table terms_acceptances (
  user_id bigint not null references users (id) on delete cascade,
  version text not null references terms_versions (version),
  accepted_at timestamptz not null default now(),
  primary key (user_id, accepted_at)
);
create index terms_acceptances_of_version on terms_acceptances (version);

create table age_declarations (
  user_id bigint primary key references users (id) on delete cascade,
  -- In years; nothing else is known.
  at_least smallint not null,
  declared_at timestamptz not null default now()
);

-- They go to the account when it is approved, with the time of the application.
alter table applications
  add column terms_version text references terms_versions (version),
  add column age_at_least smallint;

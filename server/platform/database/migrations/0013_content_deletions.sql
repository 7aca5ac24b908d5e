-- What is to be deleted of all that a banned member wrote. Adds an empty table.

create table content_deletions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  ordered_by bigint not null references users (id),
  -- what was written between these moments goes; null: from the beginning
  since timestamptz,
  until timestamptz not null,
  -- null: not all of it is gone yet
  finished_at timestamptz
);
create index content_deletions_unfinished on content_deletions (id) where finished_at is null;

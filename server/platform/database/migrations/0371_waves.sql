-- Waves of bots: what texts of new members look like, how far they were looked at, and when the bar was raised and why. New tables.
create table new_member_texts (
  -- The post, or that of the comment.
  post_id bigint not null references posts (id) on delete cascade,
  comment_id bigint references comments (id) on delete cascade,
  author_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null,
  -- Alike texts have hashes that differ in few bits; null for texts that are too short.
  simhash bigint,
  -- The domains that it links to.
  domains text[] not null default '{}'
);
create unique index new_member_texts_posts on new_member_texts (post_id) where comment_id is null;
create unique index new_member_texts_comments on new_member_texts (comment_id) where comment_id is not null;
create index new_member_texts_of_post on new_member_texts (post_id);
create index new_member_texts_by_time on new_member_texts (created_at);
create index new_member_texts_of_author on new_member_texts (author_id);

create table wave_progress (
  only_row boolean primary key default true check (only_row),
  post_id bigint not null default 0,
  comment_id bigint not null default 0
);
insert into wave_progress default values;

create table waves (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default now(),
  -- Null: by itself.
  started_by bigint references users (id),
  -- [{kind, count, usual, limit, about}]
  signals jsonb not null check (jsonb_typeof(signals) = 'array'),
  -- Who could join before, if it was changed.
  former_joining text,
  ended_at timestamptz,
  -- Null: its time was over.
  ended_by bigint references users (id),
  check (ended_by is null or ended_at is not null)
);
create unique index waves_open on waves ((true)) where ended_at is null;
create index waves_by_start on waves (started_at desc);
create index waves_started_by on waves (started_by) where started_by is not null;
create index waves_ended_by on waves (ended_by) where ended_by is not null;

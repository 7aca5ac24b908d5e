-- Profile pictures, badges, what a member wrote in one order, and events that are counted.
-- The two pairs of indexes take the place of one each, which makes reading every post and comment once worth it:
-- some ten seconds a ten million comments, before the server answers.

alter table images
  drop constraint images_use_check,
  add constraint images_use_check check (use in ('post', 'thumbnail', 'profile'));

alter table users add column picture_id bigint references images (id);
create unique index users_by_picture on users (picture_id) where picture_id is not null;

create table badges (
  id integer generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  type text not null check (type in ('supporter')),
  created_at timestamptz not null default now(),
  unique (user_id, type)
);
-- So that a page with hundreds of authors looks for the badges of those alone who have some.
alter table users add column badge_count smallint not null default 0 check (badge_count >= 0);

-- What is there for everybody, and what is left for few; comments that their author deleted are nobody's any more.
drop index posts_by_author;
create index posts_by_author on posts (author_id, created_at desc, id desc) where deleted_at is null;
create index posts_by_author_deleted on posts (author_id, created_at desc, id desc) where deleted_at is not null;
drop index comments_by_author;
create index comments_by_author on comments (author_id, created_at desc, id desc) where deleted_at is null;
create index comments_by_author_removed on comments (author_id, created_at desc, id desc)
  where deleted_as in ('mods', 'admins');

-- One row a session and name, so that it counts installations and not how often they are opened.
create table analytics_events (
  id bigint generated always as identity primary key,
  name text not null check (name in ('pwa_use')),
  session_id_hash bytea not null,
  user_id bigint references users (id) on delete set null,
  user_agent text,
  ip inet,
  created_at timestamptz not null default now(),
  unique (session_id_hash, name)
);
create index analytics_events_of_user on analytics_events (user_id) where user_id is not null;

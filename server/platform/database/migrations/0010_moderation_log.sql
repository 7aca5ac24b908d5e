-- What moderators and admins did, for everybody to read. Adds a table and a column with a constant default, so no
-- table is rewritten.

create table moderation_log (
  id bigint generated always as identity primary key,
  -- one of the acts of the contract, which grows: a list here would want a migration for each
  action text not null check (action ~ '^[a-z_]{1,40}$'),
  actor_id bigint not null references users (id),
  acted_as text not null check (acted_as in ('mods', 'admins')),
  -- null: it concerns the whole site
  community_id bigint references communities (id) on delete cascade,
  post_id bigint references posts (id) on delete set null,
  comment_id bigint references comments (id) on delete set null,
  -- whom it is about, where that is not the author of a post or comment
  user_id bigint references users (id),
  reason text check (char_length(reason) between 1 and 500),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and length(details::text) <= 4000),
  -- whether others than admins may read it
  is_public boolean not null,
  created_at timestamptz not null default now()
);

-- The newest first. What follows the id in an index is looked at without reading the rows that it leaves out, so that
-- no filter is slow for being seldom met. The first is for those who are not shown what only admins are.
create index moderation_log_public on moderation_log (id desc) where is_public;
create index moderation_log_of_community on moderation_log (community_id, id desc, action, actor_id);
create index moderation_log_by_action on moderation_log (action, id desc, actor_id);
create index moderation_log_by_actor on moderation_log (actor_id, id desc, action, is_public);

-- Whether the log names the moderators of a community, or says 'a moderator'.
alter table communities add column moderation_log_names boolean not null default true;

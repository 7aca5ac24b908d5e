-- What admins do to many accounts at once, as jobs that can be stopped and undone. Adds two empty tables and columns without default.
-- Changes no data.
create table bulk_actions (
  id bigint generated always as identity primary key,
  action text not null check (action in ('ban', 'unban', 'log_out')),
  ordered_by bigint not null references users (id),
  ordered_at timestamptz not null default now(),
  -- How the accounts were found; null: they were named.
  filter jsonb check (jsonb_typeof(filter) = 'object'),
  reason text check (char_length(reason) between 1 and 500),
  expires_at timestamptz,
  with_content boolean not null,
  undoes_id bigint references bulk_actions (id) on delete cascade,
  is_stopped boolean not null default false,
  finished_at timestamptz
);
create index bulk_actions_unfinished on bulk_actions (id) where finished_at is null;
create index bulk_actions_by_time on bulk_actions (ordered_at);
create index bulk_actions_of_orderer on bulk_actions (ordered_by);
create index bulk_actions_of_undone on bulk_actions (undoes_id) where undoes_id is not null;

-- The accounts, fixed with the order.
create table bulk_action_members (
  bulk_action_id bigint not null references bulk_actions (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  -- null: not done yet
  outcome text check (outcome in ('changed', 'unchanged', 'skipped')),
  acted_at timestamptz,
  -- whether this ban is one of the bulk action; and the milder ban that it replaced
  is_banned boolean not null default false,
  former_ban jsonb check (jsonb_typeof(former_ban) = 'object'),
  primary key (bulk_action_id, user_id)
);
create index bulk_action_members_waiting on bulk_action_members (bulk_action_id, user_id) where outcome is null;
create index bulk_action_members_of_user on bulk_action_members (user_id);

-- When it was looked at for the first time; a second look comes a minute after the order.
alter table content_deletions add column first_look_at timestamptz,
  add column bulk_action_id bigint references bulk_actions (id) on delete set null;
create index content_deletions_of_bulk_action on content_deletions (bulk_action_id) where bulk_action_id is not null;

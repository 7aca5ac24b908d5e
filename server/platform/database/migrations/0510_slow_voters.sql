-- Accounts whose voting admins have slowed. Adds an empty table. Changes no data.
alter table bulk_actions drop constraint bulk_actions_action_check,
  add constraint bulk_actions_action_check check (action in (
    'ban', 'unban', 'log_out', 'remove', 'restore', 'uncount_votes', 'count_votes', 'slow_votes', 'end_slow_votes'));

create table slow_voters (
  user_id bigint primary key references users (id) on delete cascade,
  bulk_action_id bigint references bulk_actions (id) on delete set null,
  ordered_at timestamptz not null default now()
);
create index slow_voters_of_bulk_action on slow_voters (bulk_action_id) where bulk_action_id is not null;

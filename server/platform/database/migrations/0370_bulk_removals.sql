-- Bulk actions that remove single posts and comments, not all that a member wrote, and restore what was removed. Adds an empty table
-- and a column with a constant default. Changes no data.
alter table bulk_actions drop constraint bulk_actions_action_check,
  add constraint bulk_actions_action_check check (action in ('ban', 'unban', 'log_out', 'remove', 'restore'));

-- The posts and comments, fixed with the order.
create table bulk_action_contents (
  bulk_action_id bigint not null references bulk_actions (id) on delete cascade,
  post_id bigint references posts (id) on delete cascade,
  comment_id bigint references comments (id) on delete cascade,
  check (num_nonnulls(post_id, comment_id) = 1)
);
create unique index bulk_action_contents_posts on bulk_action_contents (bulk_action_id, post_id) where post_id is not null;
create unique index bulk_action_contents_comments on bulk_action_contents (bulk_action_id, comment_id) where comment_id is not null;
create index bulk_action_contents_of_post on bulk_action_contents (post_id) where post_id is not null;
create index bulk_action_contents_of_comment on bulk_action_contents (comment_id) where comment_id is not null;

-- Whether the order covers only what its bulk action lists, in place of all that the member wrote.
alter table content_deletions add column only_listed boolean not null default false;

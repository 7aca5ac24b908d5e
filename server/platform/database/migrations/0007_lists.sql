-- What is in the members' lists.

create table list_items (
  id bigint generated always as identity,
  list_id bigint not null references lists (id) on delete cascade,
  -- the post itself, or the one under which the comment stands
  post_id bigint not null references posts (id) on delete cascade,
  -- null: the post itself is in the list
  comment_id bigint references comments (id) on delete cascade,
  -- when the post or comment was made, which never changes: lists can be read in this order
  target_created_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- ids rise with time, so this is also the order in which things were added
  primary key (list_id, id)
);
-- By post first: it also answers in which of a member's lists something is, and what a vanishing post leaves.
create unique index list_items_once on list_items (post_id, comment_id, list_id) nulls not distinct;
create index list_items_by_age on list_items (list_id, target_created_at, id);
create index list_items_of_comment on list_items (comment_id) where comment_id is not null;

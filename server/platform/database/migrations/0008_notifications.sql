-- Everything a member can be told, votes that are told about once, and the greeting of newcomers.
-- Adds columns without a table rewrite; the table of notifications holds announcements only until here.

alter table notifications
  drop constraint notifications_type_check,
  add constraint notifications_type_check check (type in ('new_comment', 'comment_reply', 'new_votes',
    'deleted_post', 'mod_add', 'new_badge', 'welcome', 'announcement', 'denied_comm')),
  -- the first comment that it tells about
  add column comment_id bigint references comments (id) on delete cascade,
  -- the comment of the member that got a reply or votes
  add column about_comment_id bigint references comments (id) on delete cascade,
  -- who did it; where several did, the first
  add column actor_id bigint references users (id),
  add column community_id bigint references communities (id) on delete cascade,
  add column deleted_as text check (deleted_as in ('mods', 'admins')),
  add column badge_type text,
  add column body text check (char_length(body) <= 2000),
  -- how many comments, replies or voters it stands for
  add column happened integer not null default 1 check (happened > 0),
  -- not shown yet: what the member's count of new ones counts
  add column is_new boolean not null default true,
  -- what `is_new` was before the last event came in: the statement that merged it takes the difference from here
  add column was_new boolean not null default false,
  -- further events of the same kind come into this one
  add column is_open boolean not null default false,
  add check (seen_at is null or not (is_new or is_open));

-- Of all that happens to one target while the member does not look, there is one notification.
create unique index notifications_open on notifications (user_id, type, post_id, about_comment_id)
  nulls not distinct where is_open;
create index notifications_in_order on notifications
  (user_id, (seen_at is null) desc, updated_at desc, id desc);
create index notifications_by_age on notifications (user_id, id desc);

-- When the vote was last told to the author, so that who takes it back and gives it again is not counted
-- twice; and, as with `previous_up`, when that was before the last press.
alter table post_votes add column told_at timestamptz, add column previous_told_at timestamptz;
alter table comment_votes add column told_at timestamptz, add column previous_told_at timestamptz;

alter table users add column is_welcomed boolean not null default false;
create index users_to_welcome on users (created_at)
  where not is_welcomed and not is_built_in and password_hash is not null and deleted_at is null and banned_at is null;

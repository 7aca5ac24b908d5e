-- Messages between members and the moderators of a community. Adds two tables; nothing is read or written.

create table modmail_conversations (
  id bigint generated always as identity primary key,
  community_id bigint not null references communities (id) on delete cascade,
  member_id bigint not null references users (id) on delete cascade,
  subject text not null check (char_length(subject) between 1 and 100),
  created_at timestamptz not null default now(),
  -- of the latest message; notes do not count
  updated_at timestamptz not null default now(),
  -- whose task it is among the moderators; null: nobody's
  assigned_to bigint references users (id),
  -- null: open
  archived_at timestamptz,
  -- whether the other side wrote something that was not opened since
  is_new_to_member boolean not null,
  is_new_to_moderators boolean not null
);
create index modmail_of_member on modmail_conversations (member_id, updated_at desc, id desc);
create index modmail_open on modmail_conversations (community_id, updated_at desc, id desc) where archived_at is null;
create index modmail_archived on modmail_conversations (community_id, updated_at desc, id desc) where archived_at is not null;

create table modmail_messages (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references modmail_conversations (id) on delete cascade,
  author_id bigint not null references users (id),
  -- a note is for the other moderators, a warning is counted
  kind text not null check (kind in ('message', 'warning', 'note')),
  -- in which role it was written; null: by the member
  written_as text check (written_as in ('mods', 'admins')),
  body text not null check (char_length(body) between 1 and 5000),
  created_at timestamptz not null default now(),
  check (kind = 'message' or written_as is not null)
);
create index modmail_messages_in_order on modmail_messages (conversation_id, id desc);
create index modmail_messages_by_author on modmail_messages (author_id);

-- Notes of moderators about a member, in one community. Adds a table; nothing is read or written.

create table member_notes (
  id bigint generated always as identity primary key,
  community_id bigint not null references communities (id) on delete cascade,
  member_id bigint not null references users (id) on delete cascade,
  author_id bigint not null references users (id),
  body text not null check (char_length(body) between 1 and 1000),
  created_at timestamptz not null default now()
);
create index member_notes_of_member on member_notes (member_id, community_id, id desc);
create index member_notes_by_author on member_notes (author_id);

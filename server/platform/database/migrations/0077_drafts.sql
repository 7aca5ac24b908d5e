-- Unsent texts of members, so that they can go on writing on another device. A new table: nothing existing is touched.

create table drafts (
  user_id bigint not null references users (id) on delete cascade,
  -- What is written: a new post by a random name, a comment on a post or comment, a change of a post or comment.
  place text not null check (place ~ '^(post|reply|edit):[A-Za-z0-9]{1,24}(:[0-9]{1,24})?$'),
  -- Changes with each save: whoever saves names the one that they have seen.
  revision bigint generated always as identity,
  post_type text not null default 'text' check (post_type in ('text', 'image', 'link')),
  -- Of a post; of a comment what it is about.
  title text not null default '' check (char_length(title) <= 300),
  body text not null default '' check (char_length(body) <= 20000),
  url text not null default '' check (char_length(url) <= 2048),
  community text not null default '' check (char_length(community) <= 21),
  saved_at timestamptz not null default now(),
  primary key (user_id, place),
  check (title <> '' or body <> '' or url <> '')
);

-- Accounts, sessions, communities, posts, comments and votes.
-- Works on PostgreSQL 16 and newer. Times are UTC instants; ids are never reused.

-- Secrets of this site (session and CSRF keys …), made on first start, never in a file.
create table site_secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);

-- Exactly one row.
create table site_settings (
  only_row boolean primary key default true check (only_row),
  signups_disabled boolean not null default false,
  tor_blocked boolean not null default false
);
insert into site_settings default values;

create table users (
  id bigint generated always as identity primary key,
  username text not null check (username ~ '^[0-9A-Za-z_]{3,21}$'),
  username_key text not null generated always as (lower(username)) stored unique,
  email text,
  email_confirmed_at timestamptz,
  -- argon2id, or bcrypt of an imported account; null: nobody can log in
  password_hash text,
  about_me text check (char_length(about_me) <= 10000),
  points integer not null default 1,
  post_count integer not null default 0 check (post_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  is_admin boolean not null default false,
  -- 'ghost' and 'nobody' belong to the program
  is_built_in boolean not null default false,
  home_feed text not null default 'all' check (home_feed in ('all', 'subscriptions')),
  remember_feed_sort boolean not null default false,
  embeds_off boolean not null default false,
  hide_user_profile_pictures boolean not null default false,
  require_alt_text boolean not null default false,
  upvote_notifications_off boolean not null default false,
  reply_notifications_off boolean not null default false,
  notifications_new_count integer not null default 0 check (notifications_new_count >= 0),
  created_at timestamptz not null default now(),
  created_ip inet,
  last_seen_at timestamptz not null default now(),
  last_seen_ip inet,
  banned_at timestamptz,
  deleted_at timestamptz,
  deleted_by bigint references users (id)
);

insert into users (username, is_admin, is_built_in, deleted_at)
values ('ghost', false, true, now()), ('nobody', false, true, now());

-- Only sessions of members and of programs that log in keep a row; a browser's anonymous
-- session is proved by the signature inside its id alone.
create table sessions (
  id_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  last_seen_ip inet,
  user_agent text,
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- Solved challenges, so that each opens the door once.
create table spent_challenges (
  signature text primary key,
  expires_at timestamptz not null
);

create table communities (
  id bigint generated always as identity primary key,
  -- members may choose 3 to 21 characters; imported communities may have two
  name text not null check (name ~ '^[0-9A-Za-z_]{2,21}$'),
  name_key text not null generated always as (lower(name)) stored unique,
  creator_id bigint not null references users (id),
  nsfw boolean not null default false,
  about text check (char_length(about) <= 2000),
  about_html text,
  about_renderer smallint,
  member_count integer not null default 0 check (member_count >= 0),
  post_count integer not null default 0 check (post_count >= 0),
  posting_restricted boolean not null default false,
  -- every new account joins the default communities
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index communities_by_size on communities (member_count desc, id);
create index communities_by_age on communities (created_at, id);
create index communities_default on communities (name_key) where is_default;

create table community_rules (
  id bigint generated always as identity primary key,
  community_id bigint not null references communities (id) on delete cascade,
  rule text not null check (char_length(rule) between 1 and 512),
  description text check (char_length(description) <= 512),
  z_index integer not null default 0,
  created_by bigint not null references users (id),
  created_at timestamptz not null default now()
);
create index community_rules_in_order on community_rules (community_id, z_index, id);

create table memberships (
  user_id bigint not null references users (id) on delete cascade,
  community_id bigint not null references communities (id) on delete cascade,
  joined_at timestamptz not null default now(),
  primary key (user_id, community_id)
);
create index memberships_by_community on memberships (community_id);

create table moderators (
  community_id bigint not null references communities (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  -- 0 is highest
  position integer not null check (position >= 0),
  added_at timestamptz not null default now(),
  primary key (community_id, user_id),
  unique (community_id, position) deferrable initially deferred
);
create index moderators_by_user on moderators (user_id);

create table community_bans (
  community_id bigint not null references communities (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  banned_by bigint references users (id),
  created_at timestamptz not null default now(),
  -- null: until lifted
  expires_at timestamptz,
  primary key (user_id, community_id)
);
create index community_bans_by_community on community_bans (community_id);

-- A member's named collections of posts and comments; everybody starts with 'bookmarks'.
create table lists (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  name text not null check (name ~ '^[0-9A-Za-z_]{3,21}$'),
  name_key text not null generated always as (lower(name)) stored,
  display_name text not null check (char_length(display_name) <= 50),
  description text check (char_length(description) <= 10000),
  is_public boolean not null default false,
  item_count integer not null default 0 check (item_count >= 0),
  item_sort text not null default 'addedDsc' check (item_sort in ('addedDsc', 'addedAsc', 'createdDsc', 'createdAsc')),
  created_at timestamptz not null default now(),
  last_updated_at timestamptz not null default now(),
  unique (user_id, name_key)
);

create table report_reasons (
  id integer generated always as identity primary key,
  title text not null,
  description text
);
insert into report_reasons (title) values
  ('Breaks community rules'), ('Copyright violation'), ('Spam'), ('Pornography');

-- The rank of a post in the hot feed: upvotes by weight of their rank, on a logarithmic
-- scale, against the time of creation; a tenfold weight is worth 12.5 hours.
create function hotness(upvotes integer, created_at timestamptz) returns bigint
language sql immutable parallel safe
return case when upvotes <= 0 then 0 else round(10000000 * (
  log((case
    when upvotes <= 3 then upvotes
    when upvotes <= 10 then 3 + 3 * (upvotes - 3)
    when upvotes <= 20 then 24 + 4 * (upvotes - 10)
    when upvotes <= 40 then 64 + 5 * (upvotes - 20)
    else 164 + 6 * (upvotes - 40)
  end)::double precision)
  + extract(epoch from created_at)::double precision / 45000
))::bigint end;

-- Which of the short top lists a post still belongs to: 0 day, 1 week, 2 month, 3 year, 4 only all time.
create function post_age_band(created_at timestamptz, at timestamptz) returns smallint
language sql immutable parallel safe
return case
  when created_at > at - interval '1 day' then 0
  when created_at > at - interval '7 days' then 1
  when created_at > at - interval '30 days' then 2
  when created_at > at - interval '365 days' then 3
  else 4
end::smallint;

-- Orders the activity feed and is its cursor: milliseconds in the high bits, a running number in the low
-- eleven, so that no two posts share one and the value stays below 2^53 until the year 2109.
create sequence activity_stamps;
create function activity_stamp(at timestamptz) returns bigint
language sql volatile
return floor(extract(epoch from at) * 1000)::bigint * 2048 + nextval('activity_stamps') % 2048;

create table posts (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9A-Za-z_]{8}$'),
  type text not null check (type in ('text', 'link', 'image')),
  author_id bigint not null references users (id),
  author_group text not null default 'normal' check (author_group in ('normal', 'mods', 'admins')),
  community_id bigint not null references communities (id),
  title text not null check (char_length(title) between 1 and 300),
  -- Members may write 20,000 characters; imported texts are kept whole.
  body text check (char_length(body) <= 400000),
  -- rendered once when written; read again from the source while the renderer is of another version
  body_html text,
  body_renderer smallint,
  excerpt text,
  link_url text check (link_url is null or type = 'link'),
  link_hostname text,
  upvotes integer not null default 0 check (upvotes >= 0),
  downvotes integer not null default 0 check (downvotes >= 0),
  points integer not null generated always as (upvotes - downvotes) stored,
  hotness bigint not null generated always as (hotness(upvotes, created_at)) stored,
  age_band smallint not null default 0 check (age_band between 0 and 4),
  comment_count integer not null default 0 check (comment_count >= 0),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  last_activity_at timestamptz not null default now(),
  activity bigint not null default activity_stamp(now()),
  is_pinned boolean not null default false,
  is_pinned_site boolean not null default false,
  locked_at timestamptz,
  locked_by bigint references users (id),
  locked_as text check (locked_as in ('mods', 'admins')),
  deleted_at timestamptz,
  deleted_by bigint references users (id),
  deleted_as text check (deleted_as in ('normal', 'mods', 'admins')),
  content_deleted_at timestamptz,
  content_deleted_by bigint references users (id),
  content_deleted_as text check (content_deleted_as in ('normal', 'admins')),
  check ((deleted_at is null) = (deleted_as is null)),
  check ((locked_at is null) = (locked_as is null)),
  check ((content_deleted_at is null) = (content_deleted_as is null))
) with (fillfactor = 85);

-- One pair of indexes a feed order: the whole site, and one community (whose streams the
-- subscriptions feed merges). The top lists read one stream an age band.
create index posts_hot on posts (hotness desc, id desc) where deleted_at is null;
create index posts_hot_in_community on posts (community_id, hotness desc, id desc) where deleted_at is null;
create index posts_new on posts (created_at desc, id desc) where deleted_at is null;
create index posts_new_in_community on posts (community_id, created_at desc, id desc) where deleted_at is null;
create index posts_activity on posts (activity desc, id desc) where deleted_at is null;
create index posts_activity_in_community on posts (community_id, activity desc, id desc) where deleted_at is null;
create index posts_top on posts (age_band, points desc, id desc) where deleted_at is null;
create index posts_top_in_community on posts (community_id, age_band, points desc, id desc) where deleted_at is null;
create index posts_by_author on posts (author_id, created_at desc, id desc);

create table post_votes (
  post_id bigint not null references posts (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  -- null: taken back; the row stays so that two presses at once cannot both count
  up boolean,
  -- what `up` was before the last press: the statement that replaced it takes the difference from here
  previous_up boolean,
  -- whether the voter counted as established when the vote was cast: only then it moves the author's points
  moves_points boolean not null,
  created_at timestamptz not null default now(),
  primary key (post_id, user_id)
);

create table comments (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts (id),
  parent_id bigint references comments (id),
  -- from the top-level comment down to the parent
  ancestors bigint[] not null default '{}',
  depth smallint not null generated always as (cardinality(ancestors)) stored check (depth <= 15),
  author_id bigint not null references users (id),
  author_group text not null default 'normal' check (author_group in ('normal', 'mods', 'admins')),
  body text not null check (char_length(body) <= 400000),
  body_html text,
  body_renderer smallint,
  upvotes integer not null default 0 check (upvotes >= 0),
  downvotes integer not null default 0 check (downvotes >= 0),
  -- all descendants, and children only; deleted ones included
  reply_count integer not null default 0 check (reply_count >= 0),
  direct_reply_count integer not null default 0 check (direct_reply_count >= 0),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  locked_at timestamptz,
  locked_by bigint references users (id),
  locked_as text check (locked_as in ('mods', 'admins')),
  deleted_at timestamptz,
  deleted_by bigint references users (id),
  deleted_as text check (deleted_as in ('normal', 'mods', 'admins')),
  check ((parent_id is null) = (cardinality(ancestors) = 0)),
  check ((deleted_at is null) = (deleted_as is null)),
  check ((locked_at is null) = (locked_as is null))
) with (fillfactor = 85);
create index comments_best on comments (post_id, upvotes desc, id desc);
create index comments_by_parent on comments (parent_id) where parent_id is not null;
create index comments_new on comments (post_id, created_at, author_id) where deleted_at is null;
create index comments_by_author on comments (author_id, created_at desc, id desc);

create table comment_votes (
  post_id bigint not null references posts (id) on delete cascade,
  comment_id bigint not null references comments (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  up boolean,
  previous_up boolean,
  moves_points boolean not null,
  created_at timestamptz not null default now(),
  -- by post and member first: a thread's page reads all votes of its viewer in one range
  primary key (post_id, user_id, comment_id)
);
create index comment_votes_by_comment on comment_votes (comment_id);

-- When a member last opened a post, for 'new since your last visit'.
create table post_visits (
  user_id bigint not null references users (id) on delete cascade,
  post_id bigint not null references posts (id) on delete cascade,
  visited_at timestamptz not null,
  primary key (user_id, post_id)
);

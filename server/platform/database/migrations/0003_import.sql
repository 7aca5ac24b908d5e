-- What imports leave behind: scores without votes of our members, and which record of the source became what.
-- Columns with a constant default and new tables: instant, however large the forum.

-- Part of upvotes and downvotes that no row in post_votes or comment_votes stands for.
alter table posts
  add column imported_upvotes integer not null default 0,
  add column imported_downvotes integer not null default 0;
alter table comments
  add column imported_upvotes integer not null default 0,
  add column imported_downvotes integer not null default 0;
-- Part of points that no vote of our members stands for.
alter table users add column imported_points integer not null default 0;

-- Names of the source in lower case; the same name always leads to the same member or community.
create table imported_users (
  source_name text primary key,
  user_id bigint not null references users (id)
);
create table imported_communities (
  source_name text primary key,
  community_id bigint not null references communities (id)
);

-- Written in the transaction that writes the post or comment, so a repeated import finds it. Without foreign keys:
-- these grow with the forum, and posts and comments are never removed.
create table imported_posts (
  source_id text primary key,
  post_id bigint not null
);
create table imported_comments (
  source_id text primary key,
  comment_id bigint not null
);

-- What the queue of moderators knows besides reports: what was decided last about a post or comment, by whom, and who looks at it.
-- New tables, a column without default for reports, which are few, and three indexes: that of accounts reads each once, that of
-- the log its entries, and that of reports the open ones.

-- The latest decision about a post or comment, until retention deletes it. Whoever decides names the one that they saw, so what
-- another moderator did in between is not done twice.
create table reviews (
  id bigint generated always as identity primary key,
  community_id bigint not null references communities (id) on delete cascade,
  post_id bigint not null references posts (id) on delete cascade,
  -- null: about the post itself
  comment_id bigint references comments (id) on delete cascade,
  outcome text not null check (outcome in ('removed', 'locked', 'kept')),
  reviewed_by bigint not null references users (id),
  reviewed_at timestamptz not null default now()
);
create unique index reviews_of_target on reviews (post_id, coalesce(comment_id, 0));
create index reviews_of_comment on reviews (comment_id) where comment_id is not null;
create index reviews_of_community on reviews (community_id, reviewed_at desc);

-- Which item of the queue a moderator has open, and since when that is known. Lost with a crash of the database, which loses nothing.
create unlogged table queue_lookers (
  user_id bigint primary key references users (id) on delete cascade,
  community_id bigint not null references communities (id) on delete cascade,
  post_id bigint not null references posts (id) on delete cascade,
  comment_id bigint references comments (id) on delete cascade,
  seen_at timestamptz not null default now()
);

-- Whose post or comment was reported; null in reports from before this column, until they are filled below.
alter table reports add column author_id bigint references users (id) on delete cascade;
update reports set author_id = case when comment_id is null
  then (select author_id from posts where posts.id = post_id)
  else (select author_id from comments where comments.id = comment_id) end;
create index reports_of_author on reports (author_id, community_id) where not is_hidden;

create index users_by_creation on users (created_at);
create index moderation_log_bans on moderation_log (user_id, community_id) where action = 'ban_from_community';

create domain queue_author_json as json;
comment on domain queue_author_json is
  '{ username: string; createdAt: string; points: number; noPosts: number; noComments: number; noRemovals: number; noBans: number; isBanned: boolean; noOtherReports: number }';
create domain queue_review_json as json;
comment on domain queue_review_json is '{ outcome: ''removed'' | ''locked'' | ''kept''; by: string | null; at: string }';
create domain queue_removal_json as json;
comment on domain queue_removal_json is
  '{ by: string | null; as: ''mods'' | ''admins''; rule: string | null; reason: string | null; at: string }';
create domain queue_reasons_json as json;
comment on domain queue_reasons_json is '{ reasonId: number; title: string; noReports: number }[]';
create domain queue_lookers_json as json;
comment on domain queue_lookers_json is '{ username: string; post: string; comment: string | null }[]';
create domain queue_decisions_json as json;
comment on domain queue_decisions_json is
  '{ post: string; comment: string | null; outcome: ''removed'' | ''locked'' | ''kept''; by: string | null; at: string }[]';
create domain queue_names_json as json;
comment on domain queue_names_json is 'string[]';

-- The caller has locked them, and counts for their authors.
create function remove_comments(chosen bigint[], by bigint, role text) returns void language plpgsql as $$ begin
  update comments set deleted_at = now(), deleted_by = by, deleted_as = role where id = any(chosen) and deleted_at is null;
end $$;

-- Orders and versions of the queue: a moment as a number, and what tells posts and comments of the same moment apart.
create function microseconds_of(moment timestamptz) returns bigint language sql stable parallel safe
return (extract(epoch from moment) * 1000000)::bigint;
create function target_tie(post bigint, comment bigint) returns bigint language sql immutable parallel safe
return case when comment is null then post * 2 else comment * 2 + 1 end;

-- The name of a member, unless the account is deleted.
create function named(member bigint) returns text language sql stable parallel safe
return (select username from users where id = member and deleted_at is null);

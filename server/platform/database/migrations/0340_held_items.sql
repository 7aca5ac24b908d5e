-- Posts, comments and edits that wait for the review of a moderator before anybody else sees them, and in which communities new members'
-- are held. A new table, two columns of communities, one of idempotency keys, and a function for what the queue knows of an author.
alter table communities
  -- Null: as the site.
  add column hold_new_members text check (hold_new_members in ('off', 'media', 'everything')),
  -- What happens to what nobody decided about in time.
  add column undecided text not null default 'approve' check (undecided in ('approve', 'refuse'));

-- The name of the error that a call was answered with, although it has stored something.
alter table idempotency_keys add column refusal text check (refusal ~ '^[A-Za-z]{1,40}$');

create table held_items (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('post', 'comment', 'edit')),
  author_id bigint not null references users (id) on delete cascade,
  community_id bigint not null references communities (id) on delete cascade,
  -- The post of a comment, or the one whose edit this is.
  post_id bigint references posts (id) on delete cascade,
  -- The comment that a comment replies to, or the one whose edit this is.
  comment_id bigint references comments (id) on delete cascade,
  -- What its author sent.
  sent jsonb not null check (jsonb_typeof(sent) = 'object'),
  image_ids bigint[] not null default '{}',
  -- Of all that, so that the same is not held twice.
  sent_hash bytea not null check (octet_length(sent_hash) = 32),
  -- [{reason, ruleId, name}]
  reasons jsonb not null check (jsonb_typeof(reasons) = 'array'),
  created_at timestamptz not null default now(),
  -- When moderators were notified because of this one.
  alerted_at timestamptz,
  outcome text check (outcome in ('approved', 'refused')),
  decided_at timestamptz,
  -- Null if nobody did in time.
  decided_by bigint references users (id),
  reason text check (char_length(reason) between 1 and 500),
  check ((kind = 'post') = (post_id is null)),
  check (num_nulls(outcome, decided_at) in (0, 2)),
  check (decided_at is not null or num_nonnulls(decided_by, reason) = 0)
);
create unique index held_items_once on held_items (author_id, sent_hash) where decided_at is null;
create index held_items_waiting on held_items (community_id, id) where decided_at is null;
create index held_items_by_age on held_items (created_at) where decided_at is null;
create index held_items_alerted on held_items (community_id, alerted_at) where alerted_at is not null;
create index held_items_of_author on held_items (author_id, id desc);
create index held_items_decided on held_items (decided_at) where decided_at is not null;
create index held_items_of_post on held_items (post_id) where post_id is not null;
create index held_items_of_comment on held_items (comment_id) where comment_id is not null;
create index held_items_decided_by on held_items (decided_by) where decided_by is not null;

-- What moderators of a community see of an author, besides the reports about this post or comment.
create function queue_author(author users, community bigint, post bigint, comment bigint) returns queue_author_json language sql stable
begin atomic
  select case when author.deleted_at is null then json_build_object(
    'username', author.username, 'createdAt', author.created_at, 'points', author.points,
    'noPosts', author.post_count, 'noComments', author.comment_count,
    'noRemovals', (
      select count(*) from (
        select community_id, deleted_as from posts
        where author_id = author.id and deleted_at is not null order by created_at desc, id desc limit 200) as deleted_post
      where community_id = community and deleted_as in ('mods', 'admins')) + (
      select count(*) from (
        select post_id, deleted_as from comments
        where author_id = author.id and deleted_at is not null order by created_at desc, id desc limit 200) as deleted_comment
        join posts on posts.id = deleted_comment.post_id
      where posts.community_id = community and deleted_comment.deleted_as in ('mods', 'admins')),
    'noBans', (
      select count(*) from moderation_log
      where action = 'ban_from_community' and user_id = author.id and community_id = community),
    'isBanned', author.banned_at is not null or exists (
      select from community_bans
      where user_id = author.id and community_id = community and is_ban_in_force(expires_at)),
    'noOtherReports', (
      select count(*) from open_reports as reports
      where reports.author_id = author.id and reports.community_id = community
        and (reports.post_id is distinct from post or reports.comment_id is distinct from comment))
  ) end::queue_author_json;
end;

create domain held_sent_json as json;
comment on domain held_sent_json is
  '{ type?: ''text'' | ''image'' | ''link''; title?: string; body?: string | null; url?: string | null; userGroup?: ''normal'' | ''mods'' | ''admins''; images?: { imageId: string; caption: string | null }[]; attachments?: { imageId: string; caption: string | null }[] }';
create domain held_reasons_json as json;
comment on domain held_reasons_json is '{ reason: ''new_member'' | ''rule''; ruleId?: string; name?: string }[]';

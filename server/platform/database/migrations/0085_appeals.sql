-- Appeals of members against removals, locks and bans, and whom each entry of the moderation log is about. Adds a table, functions and
-- a column, and fills the column for the entries that there are: by primary keys, two minutes for a million entries, during which
-- nobody moderates.

-- The author of the post or comment, or the member who was banned: their history is found by this.
alter table moderation_log add column member_id bigint references users (id);
update moderation_log set member_id = coalesce(user_id,
  (select author_id from comments where comments.id = comment_id),
  (select author_id from posts where posts.id = post_id))
where user_id is not null or post_id is not null;
create index moderation_log_of_member on moderation_log (member_id, id desc) where member_id is not null;

create function set_logged_member() returns trigger language plpgsql as $$ begin
  new.member_id := coalesce(new.user_id,
    (select author_id from comments where comments.id = new.comment_id),
    (select author_id from posts where posts.id = new.post_id));
  return new;
end $$;
create trigger moderation_log_member before insert on moderation_log for each row execute function set_logged_member();

create table appeals (
  id bigint generated always as identity primary key,
  -- null once the entry is deleted: the appeal has what it needs of it
  entry_id bigint unique references moderation_log (id) on delete set null,
  act text not null check (act in ('removal', 'lock', 'ban')),
  member_id bigint not null references users (id) on delete cascade,
  -- null: a ban from the site
  community_id bigint references communities (id) on delete cascade,
  post_id bigint references posts (id) on delete cascade,
  comment_id bigint references comments (id) on delete cascade,
  -- who acted, in which role and why
  actor_id bigint not null references users (id),
  acted_as text not null check (acted_as in ('mods', 'admins')),
  acted_at timestamptz not null,
  rule text check (char_length(rule) between 1 and 512),
  reason text check (char_length(reason) between 1 and 500),
  body text not null check (char_length(body) between 1 and 1000),
  created_at timestamptz not null default now(),
  outcome text check (outcome in ('upheld', 'overturned')),
  answer text check (char_length(answer) between 1 and 1000),
  answered_by bigint references users (id),
  answered_as text check (answered_as in ('mods', 'admins')),
  answered_at timestamptz,
  check (num_nulls(outcome, answer, answered_by, answered_as, answered_at) in (0, 5)),
  check (answered_by is distinct from member_id),
  check ((act = 'ban') = (post_id is null))
);
create index appeals_open on appeals (id) where answered_at is null;
create index appeals_open_of_community on appeals (community_id, id) where answered_at is null;
create index appeals_answered on appeals (id desc) where answered_at is not null;
create index appeals_answered_of_community on appeals (community_id, id desc) where answered_at is not null;
create index appeals_of_member on appeals (member_id, id desc);

-- Whether somebody else than who acted can answer an appeal: another moderator, of what moderators did, or another admin.
create function others_may_answer(appeal appeals) returns boolean language plpgsql as $$ begin
  return exists (
    select from users where is_admin and deleted_at is null and banned_at is null
      and id not in (appeal.actor_id, appeal.member_id)
  ) or appeal.acted_as = 'mods' and exists (
    select from moderators join users on users.id = user_id
    where community_id = appeal.community_id and deleted_at is null and banned_at is null
      and user_id not in (appeal.actor_id, appeal.member_id));
end $$;

-- Whether a member may answer an appeal: moderators of the community, of what moderators did, and admins; who acted only as an admin
-- where there is nobody else, and never about themselves. The caller holds a lock that keeps their roles.
create function may_answer(appeal appeals, member bigint) returns boolean language plpgsql as $$
declare
  roles record;
begin
  select * into roles from roles_in(member, appeal.community_id);
  return member <> appeal.member_id
    and coalesce(roles.is_admin or appeal.acted_as = 'mods' and roles.is_moderator, false)
    and (member <> appeal.actor_id or roles.is_admin and not others_may_answer(appeal));
end $$;

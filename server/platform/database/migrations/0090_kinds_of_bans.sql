-- Bans that forbid a part: posting, commenting, taking part, or also reading; each with a reason. Adds columns, a table and functions,
-- and fills the columns for the bans that there are, which are few.

-- `participating` is what every ban forbade before: to post, comment, vote and report. `reading` forbids that, too.
create domain ban_kind as text check (value in ('posting', 'commenting', 'participating', 'reading'));

alter table community_bans
  add column kind ban_kind not null default 'participating',
  -- for the member and the moderation log; `note` is for the other moderators
  add column reason text check (char_length(reason) between 1 and 500),
  -- the rule for which it was done, as it was worded then
  add column rule text check (char_length(rule) between 1 and 512),
  -- when it was made, or last changed in what the member is told: an appeal is against a ban as it was then
  add column changed_at timestamptz not null default now();
update community_bans set changed_at = created_at;

-- Bans from the whole site. One from `reading` is a suspension: the account has no session, and `users.banned_at` says so as well, which
-- alone decides. The others forbid the same in all communities.
create table site_bans (
  user_id bigint primary key references users (id) on delete cascade,
  kind ban_kind not null default 'reading',
  reason text check (char_length(reason) between 1 and 500),
  banned_by bigint references users (id),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- null: until lifted
  expires_at timestamptz
);
create index site_bans_ending on site_bans (expires_at) where expires_at is not null;

insert into site_bans (user_id, reason, banned_by, created_at, changed_at)
select users.id, entry.reason, entry.actor_id, users.banned_at, coalesce(entry.created_at, users.banned_at)
from users left join lateral (
  select * from moderation_log
  where member_id = users.id and action in ('ban_user', 'ban_user_with_content') order by id desc limit 1) as entry on true
where users.banned_at is not null and users.deleted_at is null;

-- A moment as programs read it, such as 2026-12-24T18:00:00.000Z.
create function iso_time(at timestamptz) returns text language sql stable
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Whether a ban of a kind forbids to do something: 'posting', 'commenting', 'voting', 'reporting' or 'reading'.
create function ban_forbids(kind text, activity text) returns boolean language sql immutable
  return kind = 'reading' or kind = activity or kind = 'participating' and activity <> 'reading';

-- Whether a member may not do something in a community: by a ban from it or from the site, or because their account is suspended or
-- deleted. Takes their permission lock, shared.
create function is_forbidden(member bigint, community bigint, activity text) returns boolean language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared(1, (member % 2147483647)::integer);
  return exists (select from community_bans
      where user_id = member and community_id = community and is_ban_in_force(expires_at) and ban_forbids(kind, activity))
    or exists (select from site_bans
      where user_id = member and kind <> 'reading' and is_ban_in_force(expires_at) and ban_forbids(kind, activity))
    or not exists (select from users where id = member and banned_at is null and deleted_at is null);
end $$;
drop function is_banned(bigint, bigint);

-- The bans in force of a member, but for a suspension, at most so many: that from the site, which has no community, then the latest.
create domain bans_json as json;
comment on domain bans_json is
  '{ communityId: string | null; communityName: string | null; kind: ''posting'' | ''commenting'' | ''participating'' | ''reading''; reason: string | null; rule: string | null; expiresAt: string | null }[]';
create function bans_of(member bigint, most integer) returns bans_json language sql stable return (
  select coalesce(json_agg(json_build_object('communityId', ban.community_id::text, 'communityName', ban.name, 'kind', ban.kind,
    'reason', ban.reason, 'rule', ban.rule, 'expiresAt', iso_time(ban.expires_at)) order by ban.place), '[]')::bans_json
  from (
    select every.*, row_number() over (order by community_id is not null, created_at desc, community_id) as place from (
      select community_bans.community_id, communities.name, kind, reason, rule, community_bans.created_at, expires_at
      from community_bans join communities on communities.id = community_bans.community_id
      where community_bans.user_id = member and is_ban_in_force(expires_at)
      union all
      select null, null, kind, reason, null, created_at, expires_at from site_bans
      where site_bans.user_id = member and kind <> 'reading' and is_ban_in_force(expires_at)) as every
    order by place limit most) as ban);

-- As before, but for whoever may read the community and vote in it.
create or replace function mentionable(names text[], author bigint, community bigint) returns setof bigint language sql stable
  begin atomic
    select users.id from users
    where username_key = any(names) and users.id <> author and deleted_at is null and banned_at is null and not is_built_in
      and not mention_notifications_off
      and not exists (select from user_mutes where user_id = users.id and muted_user_id = author)
      and not exists (select from community_mutes where user_id = users.id and muted_community_id = community)
      and not exists (
        select from community_bans
        where user_id = users.id and community_id = community and is_ban_in_force(expires_at) and ban_forbids(kind, 'voting'));
  end;

-- Ends the suspensions whose end has passed, of one member or of all, and deletes the other bans from the site that are over. Locks the
-- accounts before the bans, as whoever bans does.
create function lift_ended_site_bans(of_member bigint default null) returns integer language plpgsql as $$
declare
  lifted integer;
begin
  perform from users where id in (
      select user_id from site_bans where expires_at <= now() and (of_member is null or user_id = of_member))
    order by id for no key update;
  with ended as (
    delete from site_bans where expires_at <= now() and (of_member is null or user_id = of_member) returning user_id, kind
  )
  update users set banned_at = null from ended where users.id = ended.user_id and ended.kind = 'reading';
  get diagnostics lifted = row_count;
  return lifted;
end $$;

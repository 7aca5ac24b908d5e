-- What each moderator of a community may do. All, unless someone above them in the order restricts it.
alter table moderators add column permissions text[] not null default '{content,members,settings,mail,rules}'
  check (permissions <@ '{content,members,settings,mail,rules}');

-- Whether this is a moderator of the community with one of these permissions; null: with any, or none.
create function moderates_with(member bigint, community bigint, needs text[]) returns boolean language plpgsql as $$ begin
  return exists (
    select from moderators
    where community_id = community and user_id = member and (needs is null or permissions && needs));
end $$;

drop function is_moderator(bigint, bigint);
drop function lock_roles(bigint, bigint);
drop function roles_in(bigint, bigint);

-- The roles of a member in a community as far as one of these permissions goes: without all of them, they are no moderator here.
create function roles_in(member bigint, community bigint, needs text[] default null, out is_admin boolean, out is_moderator boolean)
language plpgsql as $$ begin
  select users.is_admin, moderates_with(member, community, needs)
  into is_admin, is_moderator
  from users where id = member and banned_at is null and deleted_at is null;
end $$;

create function lock_roles(member bigint, community bigint, needs text[] default null, out is_admin boolean, out is_moderator boolean)
language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared(1, (member % 2147483647)::integer);
  select coalesce(roles.is_admin, false), coalesce(roles.is_moderator, false) into is_admin, is_moderator
  from roles_in(member, community, needs) as roles;
end $$;

-- The permission that answering an appeal needs.
create function permission_of(appeal appeals) returns text[] language sql immutable
return case when (appeal).act = 'ban' then '{members}'::text[] else '{content}'::text[] end;

create or replace function others_may_answer(appeal appeals) returns boolean language plpgsql as $$ begin
  return exists (
    select from users where is_admin and deleted_at is null and banned_at is null
      and id not in (appeal.actor_id, appeal.member_id)
  ) or appeal.acted_as = 'mods' and exists (
    select from moderators join users on users.id = user_id
    where community_id = appeal.community_id and deleted_at is null and banned_at is null
      and permissions && permission_of(appeal)
      and user_id not in (appeal.actor_id, appeal.member_id));
end $$;

create or replace function may_answer(appeal appeals, member bigint) returns boolean language plpgsql as $$
declare
  roles record;
begin
  select * into roles from roles_in(member, appeal.community_id, permission_of(appeal));
  return member <> appeal.member_id
    and coalesce(roles.is_admin or appeal.acted_as = 'mods' and roles.is_moderator, false)
    and (member <> appeal.actor_id or roles.is_admin and not others_may_answer(appeal));
end $$;

-- Notified of the reports in a community, with what they have chosen: its moderators with the permission for content, or where there
-- are none the admins.
create or replace function alert_receivers(community bigint, default_threshold integer, default_age_hours integer)
returns table (user_id bigint, on_first boolean, threshold integer, age_hours integer) language sql stable
begin atomic
  with staff as (
    select moderators.user_id, 1 as rank from moderators where moderators.community_id = community and permissions && '{content}'
    union all
    select users.id, 2 from users where users.is_admin
  ), active as materialized (
    select staff.user_id, min(staff.rank) as rank from staff join users on users.id = staff.user_id
    where users.deleted_at is null and users.banned_at is null
      and exists (select from communities where communities.id = community and communities.deleted_at is null)
    group by staff.user_id
  )
  select active.user_id, coalesce(chosen.on_first, true),
    case when chosen.user_id is null then default_threshold else chosen.threshold end,
    case when chosen.user_id is null then default_age_hours else chosen.age_hours end
  from active left join report_alert_settings as chosen
    on chosen.user_id = active.user_id and chosen.community_id = community
  where active.rank = (select min(lowest.rank) from active as lowest);
end;

-- Names the permission checks by what they do, and says once which roles a member has and when a ban is in force.
-- Renames, adds and replaces functions, nothing else.
--
-- The permission lock of a member is an advisory lock. Who relies on what the member may do holds it shared, who takes something
-- away from them (a ban, a dismissal, the deletion of the account) holds it exclusively; both take it before any lock on a row.
-- Functions that check permissions are volatile, so each of their statements sees what was committed while they waited.

alter function hold_standing(bigint) rename to lock_permissions;
alter function change_standing(bigint) rename to lock_permissions_exclusively;

create function is_ban_in_force(expires_at timestamptz) returns boolean language sql stable
  return expires_at is null or expires_at > now();

-- Whether a member may not write in a community: banned from it or from the site, or their account is deleted. Takes their
-- permission lock, shared.
alter function is_barred(bigint, bigint) rename to is_banned;
create or replace function is_banned(member bigint, community bigint) returns boolean language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared(1, (member % 2147483647)::integer);
  return exists (select from community_bans
      where user_id = member and community_id = community and is_ban_in_force(expires_at))
    or not exists (select from users where id = member and banned_at is null and deleted_at is null);
end $$;

-- Which roles a member has in a community now; null when their account is banned from the site or deleted. Takes no lock: the caller
-- holds one that keeps the answer true, the permission lock of the member or the row of the community.
create function roles_in(member bigint, community bigint, out is_admin boolean, out is_moderator boolean)
language plpgsql as $$ begin
  select users.is_admin, exists (select from moderators where community_id = community and user_id = member)
  into is_admin, is_moderator
  from users where id = member and banned_at is null and deleted_at is null;
end $$;

-- The same under the permission lock of the member, shared; no roles when the account is banned or deleted.
create function lock_roles(member bigint, community bigint, out is_admin boolean, out is_moderator boolean)
language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared(1, (member % 2147483647)::integer);
  select coalesce(roles.is_admin, false), coalesce(roles.is_moderator, false) into is_admin, is_moderator
  from roles_in(member, community) as roles;
end $$;

-- Whether a member may act as `mods` of a community, or as `admins`. Takes their permission lock, shared.
create or replace function has_role(member bigint, community bigint, role text) returns boolean language plpgsql as $$
declare
  roles record;
begin
  select * into roles from lock_roles(member, community);
  return case role when 'admins' then roles.is_admin when 'mods' then roles.is_moderator else false end;
end $$;

-- Whether a member is among the moderators of a community, as of now and not of the start of the statement.
create function is_moderator(member bigint, community bigint) returns boolean language plpgsql as $$ begin
  return exists (select from moderators where community_id = community and user_id = member);
end $$;

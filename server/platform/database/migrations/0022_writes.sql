-- What somebody may do where they write is asked while they write, and holds until they have: a ban that comes meanwhile
-- waits for them, and who comes after it sees it. The locks are advisory ones: many writes of one member, or many votes in one
-- thread, go on side by side, which they would not at a lock of the row, and a row would be written anew by each.
-- Each statement inside these functions sees what is committed when it begins, so also what was waited for.
-- Adds and replaces functions, nothing else.

-- Held by who relies on what a member may do, and alone by who is about to take some of it away; before any lock on a row.
create function hold_standing(member bigint) returns void language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared(1, (member % 2147483647)::integer);
end $$;

create function change_standing(member bigint) returns void language plpgsql as $$ begin
  perform pg_advisory_xact_lock(1, (member % 2147483647)::integer);
end $$;

-- Whether a member may not write in a community: banned from it or from the site, or no longer there.
create function is_barred(member bigint, community bigint) returns boolean language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared(1, (member % 2147483647)::integer);
  return exists (select from community_bans where user_id = member and community_id = community
      and (expires_at is null or expires_at > now()))
    or not exists (select from users where id = member and banned_at is null and deleted_at is null);
end $$;

-- Whether a member may act as `mods` of a community, or as `admins`.
create function has_role(member bigint, community bigint, role text) returns boolean language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared(1, (member % 2147483647)::integer);
  return exists (select from users where id = member and banned_at is null and deleted_at is null
    and case role when 'admins' then is_admin when 'mods' then exists (
      select from moderators where community_id = community and user_id = member) end);
end $$;

-- Whether the thread of a post is locked. Who votes on its comments does not lock the post, which others are busy with.
create function is_thread_locked(post bigint) returns boolean language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared(2, (post % 2147483647)::integer);
  return exists (select from posts where id = post and locked_at is not null);
end $$;

-- Waits for the votes on comments that are under way, before a post is locked.
create function close_thread(post bigint) returns void language plpgsql as $$ begin
  perform pg_advisory_xact_lock(2, (post % 2147483647)::integer);
end $$;

-- Takes a third of the time, and a vote derives it: written in SQL it was no part of the expression around it, because what
-- depends on time zones may not be one of something immutable, and was started anew for each row. The values are the same.
create or replace function hotness(upvotes integer, created_at timestamptz) returns bigint
language plpgsql immutable parallel safe as $$ begin
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
end $$;

-- What further statements change of rows that they have locked, for the reason that 0032_counts_of_locked_rows gives. Adds functions,
-- nothing else.

-- Whether more than the time has changed; null where there is no such post.
create function lock_post(post bigint, by bigint, role text) returns boolean language plpgsql as $$
declare
  was posts;
begin
  select * into was from posts where id = post for no key update;
  if not found then
    return null;
  end if;
  update posts set locked_at = now(), locked_by = by, locked_as = role where id = post;
  return (was.locked_by, was.locked_as) is distinct from (by, role);
end $$;

-- Whether more than the time has changed; null where it is deleted.
create function lock_comment(comment bigint, by bigint, role text) returns boolean language plpgsql as $$
declare
  was comments;
begin
  select * into was from comments where id = comment and deleted_at is null for no key update;
  if not found then
    return null;
  end if;
  update comments set locked_at = now(), locked_by = by, locked_as = role where id = comment;
  return (was.locked_by, was.locked_as) is distinct from (by, role);
end $$;

-- The caller has locked the community.
create function count_members(community bigint, more integer) returns communities language plpgsql as $$
declare
  counted communities;
begin
  update communities set member_count = member_count + more where id = community returning * into counted;
  return counted;
end $$;

-- The caller has locked the post.
create function pin_post(post bigint, is_site_wide boolean) returns void language plpgsql as $$ begin
  if is_site_wide then
    update posts set is_pinned_site = true where id = post;
  else
    update posts set is_pinned = true where id = post;
  end if;
end $$;

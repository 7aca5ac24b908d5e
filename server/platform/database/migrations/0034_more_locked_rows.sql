-- What further statements change of rows that they have locked, for the reason that 0032_counts_of_locked_rows gives. The caller has
-- locked all of them, in the order of its header. Adds functions, nothing else.

-- The author's count is the caller's. What was deleted before keeps in whose name it was.
create function delete_posts(chosen bigint[], by bigint, role text, with_content boolean) returns void
language plpgsql as $$ begin
  update posts set deleted_at = coalesce(deleted_at, now()),
    deleted_by = case when deleted_at is null then by else deleted_by end,
    deleted_as = coalesce(deleted_as, role),
    is_pinned = false, is_pinned_site = false,
    body = case when with_content and body is not null then '' else body end,
    body_html = case when not with_content then body_html end,
    excerpt = case when not with_content then excerpt end,
    link_url = case when not with_content then link_url end,
    link_hostname = case when not with_content then link_hostname end,
    content_deleted_at = case when with_content then coalesce(content_deleted_at, now()) else content_deleted_at end,
    content_deleted_by = case when with_content then coalesce(content_deleted_by, by) else content_deleted_by end,
    content_deleted_as = case when with_content then coalesce(content_deleted_as, role) else content_deleted_as end
  where id = any(chosen);
end $$;

create function delete_comments(chosen bigint[], by bigint) returns void language plpgsql as $$ begin
  update comments set deleted_at = now(), deleted_by = by, deleted_as = 'admins' where id = any(chosen);
end $$;

-- `more` is negative where something was taken out, which is no news of a list.
create function count_list_items(list bigint, more integer) returns void language plpgsql as $$ begin
  update lists set item_count = item_count + more,
    last_updated_at = case when more > 0 then greatest(last_updated_at, now()) else last_updated_at end
  where id = list;
end $$;

create function welcome_member(member bigint, more_notifications integer) returns users language plpgsql as $$
declare
  welcomed users;
begin
  update users set is_welcomed = true, notifications_new_count = notifications_new_count + more_notifications
  where id = member returning * into welcomed;
  return welcomed;
end $$;

-- One core for posts and comments: what taking them down changes of members, which acts of moderators are in force, and what
-- moderators keep of reported content that its author deletes. Adds functions, a table that is empty and a column without default;
-- no row is read or written. The functions that it replaces stay for processes of the last release.
-- Changes no data

-- What authors deleted while it was reported, for the moderators who deal with the reports: until these are closed, at most 30 days.
create table reported_copies (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts (id) on delete cascade,
  -- null: of the post itself
  comment_id bigint references comments (id) on delete cascade,
  -- null: of a comment
  title text,
  body text,
  link_url text,
  -- Images that only this copy still has.
  image_ids bigint[] not null default '{}',
  kept_at timestamptz not null default now()
);
create unique index reported_copies_of_target on reported_copies (post_id, coalesce(comment_id, 0));
create index reported_copies_of_comment on reported_copies (comment_id) where comment_id is not null;

-- Whatever deletes a copy: its images go, too.
create function delete_images_of_copies() returns trigger language plpgsql as $$ begin
  update images set is_used = false, deleted_at = now()
  where id in (select unnest(image_ids) from deleted_copy) and deleted_at is null;
  if found then perform graphile_worker.add_job('delete_images'); end if;
  return null;
end $$;
create trigger delete_images_of_copies after delete on reported_copies
  referencing old table as deleted_copy for each statement execute function delete_images_of_copies();

-- As before, of several authors. Returns how many notifications were deleted.
create function take_back_mentions(of_posts bigint[], of_comments bigint[], authors bigint[]) returns integer language plpgsql as $$
declare
  receivers bigint[];
  taken_back integer;
begin
  receivers := array(
    select user_id from notifications where type = 'mention' and comment_id is null and post_id = any(of_posts)
    union select user_id from notifications where type = 'mention' and comment_id = any(of_comments));
  if receivers = '{}' then return 0; end if;
  perform from users where id = any(authors || receivers) order by id for no key update;
  with deleted as (
    delete from notifications
    where type = 'mention' and user_id = any(receivers)
      and ((comment_id is null and post_id = any(of_posts)) or comment_id = any(of_comments))
    returning user_id, is_new
  ), change as (
    select user_id, count(*) as deletions, count(*) filter (where is_new)::integer as fewer from deleted group by user_id
  )
  select sum(deletions) into taken_back from change where (count_for_member(user_id, more_notifications => -fewer)).id is not null;
  return taken_back;
end $$;

-- What authors have written, by ascending id of the author.
create function count_content_of_members(members bigint[], more_posts integer[], more_comments integer[]) returns void
language plpgsql as $$ begin
  perform from users where id = any(members) order by id for no key update;
  update users set post_count = post_count + change.posts, comment_count = comment_count + change.comments
  from unnest(members, more_posts, more_comments) as change (id, posts, comments) where users.id = change.id;
end $$;

-- Whether what an entry of the moderation log did is still in force, so that its member can appeal against it. The entry is the latest
-- of its kind about its subject. What was removed and then lost its content, or the other way round, is still removed.
create function is_in_force(entry moderation_log) returns boolean language sql stable return case
  when entry.action in ('ban_from_community', 'change_community_ban') then exists (
    select from community_bans
    where user_id = entry.member_id and community_id = entry.community_id and is_ban_in_force(expires_at))
  when entry.action in ('ban_user', 'ban_user_with_content', 'change_site_ban') then exists (
    select from users where id = entry.member_id and banned_at is not null
    union all select from site_bans where user_id = entry.member_id and is_ban_in_force(expires_at))
  when entry.action = 'lock_post' then exists (select from posts where id = entry.post_id and locked_as = entry.acted_as)
  when entry.action = 'lock_comment' then exists (select from comments where id = entry.comment_id and locked_as = entry.acted_as)
  when entry.action in ('remove_comment', 'erase_comment') then exists (
    select from comments where id = entry.comment_id and deleted_as <> 'normal' and deleted_at <= entry.created_at)
  when entry.action in ('remove_post', 'remove_post_content', 'erase_post') then exists (
    select from posts where id = entry.post_id
      and (deleted_as <> 'normal' and deleted_at <= entry.created_at
        or content_deleted_as <> 'normal' and content_deleted_at <= entry.created_at))
  else false end;

-- Whether an accepted appeal took back what it was about; null for others, and for those from before.
alter table appeals add column is_reversed boolean;

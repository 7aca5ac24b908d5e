-- Notifications of whoever is mentioned by name in a post or comment. Adds a column with a constant default, an index of rows that
-- there are none of yet, and functions.

alter table users add column mention_notifications_off boolean not null default false;

-- A text mentions a member once, and takes its mentions along when it goes. Of a post itself `comment_id` is null.
create unique index notifications_mentions on notifications (comment_id, post_id, user_id) nulls not distinct
  where type = 'mention';

-- Which of those with these names, in lower case, may be notified that this author mentions them in this community.
create function mentionable(names text[], author bigint, community bigint) returns setof bigint language sql stable
  begin atomic
    select users.id from users
    where username_key = any(names) and users.id <> author and deleted_at is null and banned_at is null and not is_built_in
      and not mention_notifications_off
      and not exists (select from user_mutes where user_id = users.id and muted_user_id = author)
      and not exists (select from community_mutes where user_id = users.id and muted_community_id = community)
      and not exists (
        select from community_bans
        where user_id = users.id and community_id = community and is_ban_in_force(expires_at));
  end;

-- As notify_member, of a text that may have mentioned the member before. The caller has locked the member.
create function notify_of_mention(receiver bigint, post bigint, comment bigint, author bigint) returns integer
language plpgsql as $$ begin
  if exists (
    select from notifications
    where type = 'mention' and user_id = receiver and post_id = post and comment_id is not distinct from comment
  ) then return 0; end if;
  return notify_member(receiver, 'mention', now(), post => post, comment => comment, actor => author);
end $$;

-- Deletes the notifications of those whom these posts and comments mention, and counts them no more. The caller has locked the
-- texts. Locks the members, with the author of the texts, whom the caller counts for afterwards, in the order of their ids.
create function take_back_mentions(of_posts bigint[], of_comments bigint[], author bigint) returns void
language plpgsql as $$
declare
  receivers bigint[];
  counted integer;
begin
  receivers := array(
    select user_id from notifications where type = 'mention' and comment_id is null and post_id = any(of_posts)
    union select user_id from notifications where type = 'mention' and comment_id = any(of_comments));
  if receivers = '{}' then return; end if;
  perform from users where id = any(author || receivers) order by id for no key update;
  with deleted as (
    delete from notifications
    where type = 'mention' and user_id = any(receivers)
      and ((comment_id is null and post_id = any(of_posts)) or comment_id = any(of_comments))
    returning user_id, is_new
  ), change as (
    select user_id, count(*) filter (where is_new)::integer as fewer from deleted group by user_id
  )
  select count(count_for_member(user_id, more_notifications => -fewer)) into counted from change;
end $$;

-- As count_for_member, of posts.
create function count_posts_of_member(member bigint, more integer) returns void language plpgsql as $$ begin
  update users set post_count = post_count + more where id = member;
end $$;

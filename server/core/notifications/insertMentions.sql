-- 
--
-- The caller has locked the text. Locks, in this order: the members by their ids, their notifications.
-- Uses posts_pkey, comments_pkey, users_username_key_key, the indexes of mutes and bans, and notifications_mentions. One round trip.
with text as materialized (
  select posts.id as post_id, posts.community_id, comment.id as comment_id,
    coalesce(comment.author_id, posts.author_id) as author_id,
    case when comment.id is not null then array[posts.author_id, parent.author_id] else '{}' end as answered_ids
  from posts
  left join comments as comment on comment.id = :comment_id?::bigint
  left join comments as parent on parent.id = comment.parent_id
  where posts.id = :post_id
), mentioned as materialized (
  select mentionable.id
  from text cross join lateral mentionable(:names::text[], text.author_id, text.community_id) as mentionable (id)
), member as materialized (
  select users.id from users cross join text
  where users.id = any(array(select id from mentioned))
    and (users.reply_notifications_off or users.id <> all(array_remove(text.answered_ids, null)))
  order by users.id for no key update of users
), notification as materialized (
  select member.id as user_id, notify_of_mention(member.id, post_id, comment_id, author_id) as new_count_change
  from member cross join text
)
-- What the statement has locked is updated by a function; migration 0032_counts_of_locked_rows says why.
select (count_for_member(user_id, more_notifications => new_count_change)).id as "id" from notification

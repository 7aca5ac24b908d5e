-- Holds a post, comment or edit until a moderator has reviewed it, and notifies the moderators of its community, or the admins if it
-- has none, who want to know at once: at most once an hour for each community.
--
-- Returns its id, or no row if its author has sent the same before and it still waits.
-- The caller has locked the post or comment that it is about, so that it stays there. Locks, in this order: the members in the order of
-- their ids, their notifications. Uses held_items_once, held_items_alerted and moderators_pkey. One round trip.
with item as (
  insert into held_items (kind, author_id, community_id, post_id, comment_id, sent, image_ids, sent_hash, reasons, alerted_at)
  select :kind, :author_id::bigint, :community_id::bigint, :post_id?::bigint, :comment_id?::bigint, :sent::jsonb, :image_ids::bigint[],
    :sent_hash::bytea, :reasons::jsonb,
    case when not exists (
      select from held_items
      where held_items.community_id = :community_id and alerted_at > now() - interval '1 hour') then now() end
  on conflict (author_id, sent_hash) where decided_at is null do nothing
  returning id, author_id, community_id, alerted_at
), due as materialized (
  select receiver.user_id, item.community_id
  from item cross join lateral alert_receivers(item.community_id, null, null) as receiver
  where item.alerted_at is not null and receiver.on_first and receiver.user_id <> item.author_id
), member as materialized (
  select users.id from users where id in (select user_id from due) order by id for no key update
), notification as materialized (
  select due.user_id, notify_with_details(due.user_id, 'held_waiting', '{}', community => due.community_id) as new_count_change
  from member join due on due.user_id = member.id
), updated_member as materialized (
  -- What the statement has locked is updated by a function; migration 0032_counts_of_locked_rows says why.
  select (count_for_member(user_id, more_notifications => new_count_change)).id from notification
)
select id from item where (select count(*) from updated_member) >= 0

-- Saves a post or a comment, also a deleted one, in a list. Saving it again changes nothing.
--
-- Returns one row: in `refusal` the error that the API answers with, or null.
-- Refuses what is in a community of :unreadable_ids. Locks the list before its items, so of two simultaneous requests the second sees the new number of items.
-- Uses lists_pkey, posts_pkey or comments_pkey, and the index of list_items that begins with the post.
--
-- Literal :type: 'post' | 'comment'
with list as materialized (
  select id, item_count from lists where id = :list_id for no key update
), target as materialized (
  select id as post_id, null::bigint as comment_id, created_at, community_id from posts where :type = 'post' and id = :target_id
  union all
  select post_id, id, created_at, (select community_id from posts where posts.id = post_id)
  from comments where :type = 'comment' and id = :target_id
), checked_item as (
  select case
    when not exists (select from list) then 'listNotFound'
    when not exists (select from target) and :type = 'post' then 'postNotFound'
    when not exists (select from target) then 'commentNotFound'
    when exists (select from target where community_id = any(:unreadable_ids::bigint[])) then 'bannedFromCommunity'
    when exists (select from list where item_count >= :list_items_max) and not exists (
      select from target join list_items on list_items.post_id = target.post_id
        and list_items.comment_id is not distinct from target.comment_id
      where list_items.list_id = :list_id)
      then 'listFull' end as refusal
), inserted_item as (
  insert into list_items (list_id, post_id, comment_id, target_created_at)
  select list.id, target.post_id, target.comment_id, target.created_at
  from list cross join target where list.item_count < :list_items_max and target.community_id <> all(:unreadable_ids)
  on conflict do nothing
  returning id
), updated_list as materialized (
  -- What the statement has locked is updated by a function; migration 0032_counts_of_locked_rows says why.
  select count_list_items(:list_id, 1) from inserted_item
)
select refusal from checked_item left join updated_list on true

-- What applications show of several members besides their accounts: their lists, the last changed first, and the communities that they
-- joined, by name. `place` is that of the member among those given, from 1. `communities` has a text for each: the id, a space, and
-- the version of its JSON: `xmin` is the transaction that last wrote the community and its pictures. Inside JSON, ids are texts.
--
-- Returns a row for each member. Uses the indexes of lists and memberships by member, users_pkey, communities_pkey and images_pkey.
-- Takes no locks. One round trip.
--
-- Literal :lists_max: number
-- Literal :communities_max: number
select given.place::integer as "place!",
  coalesce((
    select json_agg(list) from (
      select lists.id::text as id, lists.name, lists.display_name as "displayName", lists.description, lists.is_public as "isPublic",
        lists.item_count as "itemCount", users.id::text as "ownerId", users.username as "ownerName", lists.item_sort as sort,
        lists.created_at as "createdAt", lists.last_updated_at as "lastUpdatedAt"
      from lists join users on users.id = lists.user_id where lists.user_id = given.member_id
      order by lists.last_updated_at desc, lists.id desc limit :lists_max) as list), '[]') as "lists!",
  array(
    select concat_ws(' ', communities.id, communities.xmin,
      case when communities.icon_id is not null then (select images.xmin from images where images.id = communities.icon_id) end,
      case when communities.banner_id is not null then (select images.xmin from images where images.id = communities.banner_id) end)
    from memberships join communities on communities.id = memberships.community_id
    where memberships.user_id = given.member_id and communities.deleted_at is null
    order by communities.name_key limit :communities_max) as "communities!"
from unnest(:member_ids::bigint[]) with ordinality as given (member_id, place)

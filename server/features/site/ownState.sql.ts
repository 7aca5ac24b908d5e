// Made from ownState.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly memberIds: readonly string[]
  readonly listsMax: number
  readonly communitiesMax: number
}

export type OwnStateRow = {
  place: number
  lists: ({ id: string; name: string; displayName: string; description: string | null; isPublic: boolean; itemCount: number; ownerId: string; ownerName: string; sort: 'addedDsc' | 'addedAsc' | 'createdDsc' | 'createdAsc'; createdAt: string; lastUpdatedAt: string })[]
  communities: string[]
}

export const ownState: Statement<Parameters, OwnStateRow> = {
  name: 'ownState',
  text: `select given.place::integer as "place", coalesce(( select json_agg(list) from ( select lists.id::text as id, lists.name, lists.display_name as "displayName", lists.description, lists.is_public as "isPublic", lists.item_count as "itemCount", users.id::text as "ownerId", users.username as "ownerName", lists.item_sort as sort, lists.created_at as "createdAt", lists.last_updated_at as "lastUpdatedAt" from lists join users on users.id = lists.user_id where lists.user_id = given.member_id order by lists.last_updated_at desc, lists.id desc limit \${listsMax}) as list), '[]') as "lists", array( select concat_ws(' ', communities.id, communities.xmin, case when communities.icon_id is not null then (select images.xmin from images where images.id = communities.icon_id) end, case when communities.banner_id is not null then (select images.xmin from images where images.id = communities.banner_id) end) from memberships join communities on communities.id = memberships.community_id where memberships.user_id = given.member_id and communities.deleted_at is null order by communities.name_key limit \${communitiesMax}) as "communities" from unnest($1::bigint[]) with ordinality as given (member_id, place)`,
  parameters: ['memberIds'],
  literals: ['listsMax', 'communitiesMax'],
}

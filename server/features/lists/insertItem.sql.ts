// Made from insertItem.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly listId: string
  readonly targetId: string
  readonly unreadableIds: readonly string[]
  readonly listItemsMax: number
  readonly type: 'post' | 'comment'
}

export type InsertItemRow = { refusal: 'listNotFound' | 'postNotFound' | 'commentNotFound' | 'bannedFromCommunity' | 'listFull' } | {
  refusal: null
}

export const insertItem: Statement<Parameters, InsertItemRow> = {
  name: 'insertItem',
  text: `with list as materialized ( select id, item_count from lists where id = $1 for no key update ), target as materialized ( select id as post_id, null::bigint as comment_id, created_at, community_id from posts where \${type} = 'post' and id = $2 union all select post_id, id, created_at, (select community_id from posts where posts.id = post_id) from comments where \${type} = 'comment' and id = $2 ), checked_item as ( select case when not exists (select from list) then 'listNotFound' when not exists (select from target) and \${type} = 'post' then 'postNotFound' when not exists (select from target) then 'commentNotFound' when exists (select from target where community_id = any($3::bigint[])) then 'bannedFromCommunity' when exists (select from list where item_count >= $4) and not exists ( select from target join list_items on list_items.post_id = target.post_id and list_items.comment_id is not distinct from target.comment_id where list_items.list_id = $1) then 'listFull' end as refusal ), inserted_item as ( insert into list_items (list_id, post_id, comment_id, target_created_at) select list.id, target.post_id, target.comment_id, target.created_at from list cross join target where list.item_count < $4 and target.community_id <> all($3) on conflict do nothing returning id ), updated_list as materialized ( select count_list_items($1, 1) from inserted_item ) select refusal from checked_item left join updated_list on true`,
  parameters: ['listId', 'targetId', 'unreadableIds', 'listItemsMax'],
  literals: ['type'],
}

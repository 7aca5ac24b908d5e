import type { List, ListItem } from '../../../contract/entities/list.ts'
import type { ItemRow, ListRow } from './columns.ts'

/** A list. Its id is a number on the wire, unlike the ids of posts and comments. */
export const listView = (row: ListRow): List => ({
  id: Number(row.id),
  name: row.name,
  displayName: row.displayName,
  description: row.description,
  public: row.isPublic,
  numItems: row.itemCount,
  userId: row.ownerId,
  username: row.ownerName,
  sort: row.sort,
  createdAt: new Date(row.createdAt).toISOString(),
  lastUpdatedAt: new Date(row.lastUpdatedAt).toISOString(),
})

/** An item of a list without its post or comment. `createdAt` is when it was added. */
export const listItemView = (row: ItemRow): Omit<ListItem, 'targetItem'> => ({
  id: Number(row.item_id),
  listId: Number(row.item_list_id),
  targetType: row.item_comment_id === null ? 'post' : 'comment',
  targetId: row.item_comment_id ?? row.item_post_id,
  createdAt: row.item_created_at.toISOString(),
})

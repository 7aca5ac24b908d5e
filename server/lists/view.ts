import type { List, ListItem } from '../../contract/entities/list.ts'

/** Moments are texts where a list came as part of another row's JSON. */
export interface ListRow {
  id: string
  name: string
  displayName: string
  description: string | null
  isPublic: boolean
  itemCount: number
  ownerId: string
  ownerName: string
  sort: string
  createdAt: Date | string
  lastUpdatedAt: Date | string
}

/** A list as API contract 2.9 shows it; its id is a number there. */
export const listView = (row: ListRow): List => ({
  id: Number(row.id),
  name: row.name,
  displayName: row.displayName,
  description: row.description,
  public: row.isPublic,
  numItems: row.itemCount,
  userId: row.ownerId,
  username: row.ownerName,
  sort: row.sort as List['sort'],
  createdAt: new Date(row.createdAt).toISOString(),
  lastUpdatedAt: new Date(row.lastUpdatedAt).toISOString(),
})

export interface ItemRow {
  item_id: string
  item_list_id: string
  item_post_id: string
  /** null: the post itself is in the list. */
  item_comment_id: string | null
  item_created_at: Date
}

/** What is in a list as API contract 2.10 shows it, without the post or comment itself; `createdAt` is when it was added. */
export const listItemView = (row: ItemRow): Omit<ListItem, 'targetItem'> => ({
  id: Number(row.item_id),
  listId: Number(row.item_list_id),
  targetType: row.item_comment_id === null ? 'post' : 'comment',
  targetId: row.item_comment_id ?? row.item_post_id,
  createdAt: row.item_created_at.toISOString(),
})

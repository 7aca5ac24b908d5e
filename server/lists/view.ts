import type { List } from '../../contract/entities/initial.ts'

/** Moments are texts: lists come as part of another row's JSON. */
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
  createdAt: string
  lastUpdatedAt: string
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

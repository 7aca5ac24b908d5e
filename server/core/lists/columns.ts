import { expressionBuilder, type Selectable } from 'kysely'
import type { DB, Lists } from '../../platform/database/tables.ts'

const eb = expressionBuilder<DB & { owner: DB['users'] }, 'lists' | 'owner'>()

/** Timestamps are strings when the list is inside another row's JSON. */
export interface ListRow {
  id: string
  name: string
  displayName: string
  description: string | null
  isPublic: boolean
  itemCount: number
  ownerId: string
  ownerName: string
  sort: Selectable<Lists>['item_sort']
  createdAt: Date | string
  lastUpdatedAt: Date | string
}

/**
 * The columns of `ListRow`, for a query that knows `lists` and `users` as `owner`. Ids are text, because JSON numbers lose
 * digits of a bigint.
 */
export const listColumns = [
  eb.cast<string>('lists.id', 'text').as('id'),
  'lists.name',
  'lists.display_name as displayName',
  'lists.description',
  'lists.is_public as isPublic',
  'lists.item_count as itemCount',
  eb.cast<string>('owner.id', 'text').as('ownerId'),
  'owner.username as ownerName',
  'lists.item_sort as sort',
  'lists.created_at as createdAt',
  'lists.last_updated_at as lastUpdatedAt',
] as const

/** An item of a list without its post or comment. */
export interface ItemRow {
  item_id: string
  item_list_id: string
  item_post_id: string
  /** Null if the post itself is in the list. */
  item_comment_id: string | null
  item_created_at: Date
}

import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { DB } from '../database/tables.ts'

/** Subquery: the lists of one member, the one with the latest addition first; none for guests. */
export const ownLists = (owner: { id: string } | null) =>
  jsonArrayFrom(
    expressionBuilder<DB>()
      .selectFrom('lists')
      .innerJoin('users as owner', 'owner.id', 'lists.user_id')
      .where('lists.user_id', '=', owner?.id ?? null)
      .orderBy('lists.last_updated_at', 'desc')
      .orderBy('lists.id', 'desc')
      .select([
        sql<string>`lists.id::text`.as('id'),
        'lists.name',
        'lists.display_name as displayName',
        'lists.description',
        'lists.is_public as isPublic',
        'lists.item_count as itemCount',
        sql<string>`owner.id::text`.as('ownerId'),
        'owner.username as ownerName',
        'lists.item_sort as sort',
        'lists.created_at as createdAt',
        'lists.last_updated_at as lastUpdatedAt',
      ]),
  )

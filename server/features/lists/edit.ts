import { sql } from 'kysely'
import type { List } from '../../../contract/entities/list.ts'
import { errors } from '../../../contract/errors.ts'
import { listNameRefusal } from '../../core/lists/policy.ts'
import { getOwnList, type ListCall, type ListKey } from '../../core/lists/queries.ts'
import { listView } from '../../core/lists/serialize.ts'
import { isUniqueViolation } from '../../platform/database/connection.ts'
import { clientOf } from '../../platform/http/rateLimits.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { parseDescription, parseDisplayName } from './parseTexts.ts'
import { parseItemSort } from './sorts.ts'

/** The new values; a missing field stays as it is. */
interface ListChange {
  readonly name?: string
  readonly displayName?: string
  readonly description?: string | null
  readonly public?: boolean
  readonly sort?: string
}

/**
 * Changes the viewer's own list.
 *
 * @returns the changed list.
 * @throws Refused as `getOwnList` and `listNameRefusal`, or with the error `listExists`.
 */
export async function editList(call: ListCall, key: ListKey, change: ListChange): Promise<List> {
  const { db, limiter, ip } = call
  const { list } = await getOwnList(db, key, call.viewer)
  await limiter.take('listEdits', clientOf(call.viewer, ip))
  const name = change.name?.trim()
  if (name !== undefined) enforce(listNameRefusal(name))
  const displayName = parseDisplayName(change.displayName)
  const sort = change.sort === undefined ? undefined : parseItemSort(change.sort)
  const saved = await db
    .updateTable('lists')
    .set({
      name: sql`coalesce(${name ?? null}, name)`,
      display_name: sql`coalesce(${displayName ?? null}, display_name)`,
      is_public: sql`coalesce(${change.public ?? null}, is_public)`,
      item_sort: sql`coalesce(${sort ?? null}, item_sort)`,
      ...(change.description !== undefined && { description: parseDescription(change.description) }),
    })
    .where('id', '=', list.id)
    .returning([
      'name',
      'display_name as displayName',
      'description',
      'is_public as isPublic',
      'item_count as itemCount',
      'item_sort as sort',
      'last_updated_at as lastUpdatedAt',
    ])
    .executeTakeFirstOrThrow(() => new Refused(errors.listNotFound))
    .catch((error) => {
      throw isUniqueViolation(error) ? new Refused(errors.listExists) : error
    })
  return listView({ ...list, ...saved })
}

/**
 * Deletes the viewer's own list with its items.
 *
 * @returns the deleted list.
 * @throws Refused as `getOwnList`.
 */
export async function deleteList(call: ListCall, key: ListKey): Promise<List> {
  const { db, limiter, ip } = call
  const { list } = await getOwnList(db, key, call.viewer)
  await limiter.take('listEdits', clientOf(call.viewer, ip))
  await db
    .deleteFrom('lists')
    .where('id', '=', list.id)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Refused(errors.listNotFound))
  return listView(list)
}

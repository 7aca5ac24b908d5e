import { sql } from 'kysely'
import type { List } from '../../contract/entities/list.ts'
import { errors } from '../../contract/errors.ts'
import { isUniqueViolation } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import { listNameRefusal } from './policy.ts'
import { getOwnList, type ListAddress, type ListCall } from './read.ts'
import { readItemSort } from './sorts.ts'
import { readDescription, readDisplayName } from './texts.ts'
import { listView } from './view.ts'

/** What is to be another; what is missing stays. */
interface ListChange {
  readonly name?: string
  readonly displayName?: string
  readonly description?: string | null
  readonly public?: boolean
  readonly sort?: string
}

/**
 * Changes a list, which only its owner can do; the name in other letters of the same is its own too.
 *
 * @returns the list as it is afterwards.
 * @throws Refused as `getOwnList`, for a name that cannot be, or that another list of the owner has.
 */
export async function editList(call: ListCall, address: ListAddress, change: ListChange): Promise<List> {
  const { db, limiter, ip } = call
  const { list, owner } = await getOwnList(db, address, call.viewer)
  await limiter.take('listEdits', { ip, member: owner.id })
  const name = change.name?.trim()
  if (name !== undefined) enforce(listNameRefusal(name))
  const displayName = readDisplayName(change.displayName)
  const sort = change.sort === undefined ? undefined : readItemSort(change.sort)
  const saved = await db
    .updateTable('lists')
    .set({
      name: sql`coalesce(${name ?? null}, name)`,
      display_name: sql`coalesce(${displayName ?? null}, display_name)`,
      is_public: sql`coalesce(${change.public ?? null}, is_public)`,
      item_sort: sql`coalesce(${sort ?? null}, item_sort)`,
      ...(change.description !== undefined && { description: readDescription(change.description) }),
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

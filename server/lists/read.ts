import { expressionBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { List } from '../../contract/entities/list.ts'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import type { DB } from '../database/tables.ts'
import { parseId } from '../http/ids.ts'
import { enforce, Refused } from '../http/refused.ts'
import { isKeyOf, type Services } from '../http/route.ts'
import type { Viewer } from '../http/viewer.ts'
import { changeRefusal } from './policy.ts'
import { type ListRow, listView } from './view.ts'

/** The columns of `ListRow`, for a query that knows `lists` and their `owner`; ids as text, so that they survive inside JSON. */
const listColumns = [
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
] as const

const orders = {
  lastAdded: sql`lists.last_updated_at desc, lists.id desc`,
  name: sql`lists.name_key`,
}
const filters = {
  all: sql<SqlBool>`true`,
  public: sql<SqlBool>`lists.is_public`,
  private: sql<SqlBool>`not lists.is_public`,
}

/** In which order the lists of a user are shown, and which of them. */
export interface ListsQuery {
  readonly sort: keyof typeof orders
  readonly filter: keyof typeof filters
}

/** @throws Refused with `invalid-lists-sort` or `invalid-lists-filter`. */
export function readListsQuery(query: { sort?: string; filter?: string }): ListsQuery {
  const sort = query.sort || 'lastAdded'
  if (!isKeyOf(orders, sort)) throw new Refused(errors.invalidListsSort)
  const filter = query.filter || 'all'
  if (!isKeyOf(filters, filter)) throw new Refused(errors.invalidListsFilter)
  return { sort, filter }
}

/** Everybody sees public lists; of private ones none but the owner learns that they exist, admins neither. */
const isVisibleTo = (viewer: { id: string } | null) =>
  sql<SqlBool>`(lists.is_public or lists.user_id = ${viewer?.id ?? null})`

/** Subquery: the lists of one member, the one with the latest addition first; none for guests. */
export const ownLists = (owner: { id: string } | null) =>
  jsonArrayFrom(
    expressionBuilder<DB>()
      .selectFrom('lists')
      .innerJoin('users as owner', 'owner.id', 'lists.user_id')
      .where('lists.user_id', '=', owner?.id ?? null)
      .orderBy(orders.lastAdded)
      .select(listColumns),
  )

/**
 * The lists of the user of this name that the viewer may see.
 *
 * @throws Refused with `user_not_found`.
 */
export async function listLists(
  db: Db,
  username: string,
  query: ListsQuery,
  viewer: { id: string } | null,
): Promise<List[]> {
  const owner = await db
    .selectFrom('users as owner')
    .where('owner.username_key', '=', username.toLowerCase())
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('lists')
          .whereRef('lists.user_id', '=', 'owner.id')
          .where(isVisibleTo(viewer))
          .where(filters[query.filter])
          .orderBy(orders[query.sort])
          .select(listColumns),
      ).as('lists'),
    )
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  return owner.lists.map(listView)
}

/** Who asks for a list, with what it takes to answer. */
export interface ListCall extends Services {
  readonly viewer: Viewer | null
  readonly ip: string
}

/** How a list is called for: by its owner and its name, both in any case, or by its id. */
export type ListAddress =
  | { readonly username: string; readonly listName: string }
  | { readonly listId: string }

/**
 * A list that the viewer may see.
 *
 * @throws Refused with `user_not_found`, or `invalid-list-id`, or `list-not-found`, which is also the answer for
 * private lists of others.
 */
export async function getList(db: Db, address: ListAddress, viewer: { id: string } | null): Promise<ListRow> {
  if ('listId' in address) {
    const id = parseId(address.listId)
    if (id === null) throw new Refused(errors.invalidListId)
    return await db
      .selectFrom('lists')
      .innerJoin('users as owner', 'owner.id', 'lists.user_id')
      .where('lists.id', '=', id)
      .where(isVisibleTo(viewer))
      .select(listColumns)
      .executeTakeFirstOrThrow(() => new Refused(errors.listNotFound))
  }
  const { id, ...list } = await db
    .selectFrom('users as owner')
    .leftJoin('lists', (join) =>
      join
        .onRef('lists.user_id', '=', 'owner.id')
        .on('lists.name_key', '=', address.listName.toLowerCase())
        .on(isVisibleTo(viewer)),
    )
    .where('owner.username_key', '=', address.username.toLowerCase())
    .select(listColumns)
    .$castTo<Omit<ListRow, 'id'> & { id: string | null }>()
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  if (id === null) throw new Refused(errors.listNotFound)
  return { id, ...list }
}

/**
 * A list that the viewer may change, and the viewer.
 *
 * @throws Refused as `getList`; for a list that they can see with `not_logged_in` or `not-list-owner`.
 */
export async function getOwnList(
  db: Db,
  address: ListAddress,
  viewer: Viewer | null,
): Promise<{ list: ListRow; owner: Viewer }> {
  const list = await getList(db, address, viewer)
  enforce(changeRefusal(viewer, list))
  return { list, owner: viewer as Viewer }
}

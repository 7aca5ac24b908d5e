import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { endpoints } from '../../../contract/endpoints/index.ts'
import type { List } from '../../../contract/entities/list.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { batched } from '../../platform/database/batch.ts'
import { compiledForEach, compiledOnce } from '../../platform/database/compiledOnce.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseIdOrNull } from '../../platform/http/ids.ts'
import { parseChoice } from '../../platform/http/parameters.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import type { Services } from '../api/route.ts'
import { guestId, type Viewer } from '../sessions/viewer.ts'
import { presentNameOf } from '../users/erased.ts'
import { type ListRow, listColumns } from './columns.ts'
import { changeRefusal } from './policy.ts'
import { listView } from './serialize.ts'

const orders = {
  lastAdded: sql`lists.last_updated_at desc, lists.id desc`,
  name: sql`lists.name_key`,
}
/** Whether lists of one filter are public; null for both. */
const filters = { all: null, public: true, private: false } as const

export interface ListsQuery {
  readonly sort: keyof typeof orders
  readonly filter: keyof typeof filters
}

/** @throws Refused with `invalid-lists-sort` or `invalid-lists-filter`. */
export function parseListsQuery(query: { sort?: string; filter?: string }): ListsQuery {
  const parameters = endpoints.listLists.query.properties
  return {
    sort: parseChoice(parameters.sort, query.sort),
    filter: parseChoice(parameters.filter, query.filter),
  }
}

/** Private lists do not exist for anyone but their owner, not even for admins. @param viewerId a value or a column. */
const isVisibleTo = (viewerId: unknown) => sql<boolean>`(lists.is_public or lists.user_id = ${viewerId})`

/** For statements with a row `given` for each viewer. */
const isVisible = isVisibleTo(sql.ref('given.viewer_id'))

/** Members and viewers, one row each; `place` is the position, from 1. */
const givenRows = (
  usernameKeys: readonly string[],
  nameKeys: readonly string[],
  viewerIds: readonly string[],
) =>
  sql<{ username_key: string; name_key: string; viewer_id: string; place: number }>`
    unnest(${usernameKeys}::text[], ${nameKeys}::text[], ${viewerIds}::bigint[]) with ordinality`.as<'given'>(
    sql`given (username_key, name_key, viewer_id, place)`,
  )

interface RequestedLists extends ListsQuery {
  readonly usernameKey: string
  readonly viewerId: string | null
}

const listsStatement = compiledForEach((sort: keyof typeof orders, filter: keyof typeof filters) =>
  compiledOnce((db, usernameKeys: readonly string[], viewerIds: readonly string[]) => {
    const isPublic = filters[filter]
    return db
      .selectFrom(givenRows(usernameKeys, usernameKeys, viewerIds))
      .innerJoin('users as owner', 'owner.username_key', 'given.username_key')
      .select((eb) => [
        sql<number>`given.place::integer`.as('place'),
        jsonArrayFrom(
          eb
            .selectFrom('lists')
            .whereRef('lists.user_id', '=', 'owner.id')
            .where(isVisible)
            .$if(isPublic !== null, (q) => q.where('lists.is_public', '=', isPublic))
            .orderBy(orders[sort])
            .limit(sql.lit(limits.listsPerMemberMax))
            .select(listColumns),
        ).as('lists'),
      ])
  }),
)

/** Members who are looked at at the same time share a statement. */
const findLists = batched<RequestedLists, { lists: ListRow[] } | undefined>(
  async (db, asked) => {
    const [first] = asked
    if (!first) return []
    const rows = await listsStatement(first.sort, first.filter)(
      db,
      asked.map(({ usernameKey }) => usernameKey),
      asked.map(({ viewerId }) => viewerId ?? guestId),
    )
    const byPlace = new Map(rows.map((row) => [row.place, row]))
    return asked.map((_wanted, at) => byPlace.get(at + 1))
  },
  { groupOf: ({ sort, filter }) => `${sort} ${filter}` },
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
  const usernameKey = username.toLowerCase()
  const owner = await findLists(db, { ...query, usernameKey, viewerId: viewer?.id ?? null })
  if (owner) return owner.lists.map(listView)
  // As of any account that is deleted.
  if ((await presentNameOf(db, username)) !== null) return []
  throw new Refused(errors.userNotFound)
}

/** The part of a call that the functions for lists use. */
export interface ListCall extends Services {
  readonly viewer: Viewer | null
  readonly ip: string
}

/** Identifies a list: by the names of its owner and its own, both in any letter case, or by its id. */
export type ListKey = { readonly username: string; readonly listName: string } | { readonly listId: string }

const findListById = compiledOnce((db, id: string, viewerId: string | null) =>
  db
    .selectFrom('lists')
    .innerJoin('users as owner', 'owner.id', 'lists.user_id')
    .where('lists.id', '=', id)
    .where(isVisibleTo(viewerId))
    .select(listColumns),
)

const listsByName = compiledOnce(
  (db, usernameKeys: readonly string[], nameKeys: readonly string[], viewerIds: readonly string[]) =>
    db
      .selectFrom(givenRows(usernameKeys, nameKeys, viewerIds))
      .innerJoin('users as owner', 'owner.username_key', 'given.username_key')
      .select((eb) => [
        sql<number>`given.place::integer`.as('place'),
        jsonObjectFrom(
          eb
            .selectFrom('lists')
            .whereRef('lists.user_id', '=', 'owner.id')
            .whereRef('lists.name_key', '=', 'given.name_key')
            .where(isVisible)
            .select(listColumns),
        ).as('list'),
      ]),
)

interface RequestedList {
  readonly usernameKey: string
  readonly nameKey: string
  readonly viewerId: string | null
}

/** The owner; without a list where they have none of this name. Lists that are looked at at the same time share a statement. */
const findListByName = batched<RequestedList, { list: ListRow | null } | undefined>(async (db, asked) => {
  const rows = await listsByName(
    db,
    asked.map(({ usernameKey }) => usernameKey),
    asked.map(({ nameKey }) => nameKey),
    asked.map(({ viewerId }) => viewerId ?? guestId),
  )
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return asked.map((_wanted, at) => byPlace.get(at + 1))
})

/**
 * A list that the viewer may see.
 *
 * @throws Refused with `user_not_found`, `invalid-list-id` or `list-not-found`; also with the last for private lists of
 *   others.
 */
export async function getList(db: Db, key: ListKey, viewer: { id: string } | null): Promise<ListRow> {
  const viewerId = viewer?.id ?? null
  if ('listId' in key) {
    const id = parseIdOrNull(key.listId)
    if (id === null) throw new Refused(errors.invalidListId)
    const [list] = await findListById(db, id, viewerId)
    if (!list) throw new Refused(errors.listNotFound)
    return list
  }
  const usernameKey = key.username.toLowerCase()
  const owner = await findListByName(db, { usernameKey, nameKey: key.listName.toLowerCase(), viewerId })
  if (!owner) throw new Refused(errors.userNotFound)
  if (!owner.list) throw new Refused(errors.listNotFound)
  return owner.list
}

/**
 * A list that the viewer wants to change.
 *
 * @throws Refused as `getList`, except for guests with `not_logged_in` instead of `list-not-found`, so that they do not
 *   learn whether a private list exists.
 */
export async function getListToChange(db: Db, key: ListKey, viewer: Viewer | null): Promise<ListRow> {
  return await getList(db, key, viewer).catch((error) => {
    const isUnknown = error instanceof Refused && error.error === errors.listNotFound
    throw isUnknown && !viewer ? new Refused(errors.notLoggedIn) : error
  })
}

/**
 * A list that the viewer owns, and the viewer.
 *
 * @throws Refused as `getListToChange`, or with `not_logged_in` or `not-list-owner` for a list that they can see.
 */
export async function getOwnList(
  db: Db,
  key: ListKey,
  viewer: Viewer | null,
): Promise<{ list: ListRow; owner: Viewer }> {
  const list = await getListToChange(db, key, viewer)
  if (!viewer) throw new Refused(errors.notLoggedIn)
  enforce(changeRefusal(viewer, list))
  return { list, owner: viewer }
}

import { listItemsQuery, listPageStartQuery } from '../../data/lists/listItems.ts'
import { pathOfList, pathOfLists } from '../../data/lists/listPaths.ts'
import { listQuery, listsQuery } from '../../data/lists/lists.ts'
import type { PageContext, Redirect } from '../../router/route.ts'
import { isSameName, parseLists, parsePage } from './listsParams.ts'

const withQuery = (path: string, query: URLSearchParams): string =>
  query.size > 0 ? `${path}?${query}` : path

/** Loads the lists of a member; redirects to the canonical spelling of their name. */
export async function prepareLists(context: PageContext<'username'>): Promise<Redirect | undefined> {
  const { params, search, initial, load } = context
  const { user: viewer } = await initial
  const [list] = await load(listsQuery(parseLists(params.username, search, viewer)))
  const name = isSameName(params.username, viewer?.username) ? viewer?.username : list?.username
  if (name !== undefined && name !== params.username)
    return { to: withQuery(pathOfLists(name), search), permanent: true }
  return undefined
}

/** Loads a list and its first items; redirects to the canonical spelling of its name. */
export async function prepareList(
  context: PageContext<'username' | 'listName'>,
): Promise<Redirect | undefined> {
  const { params, search, load, loadPages } = context
  const from = search.get('next')
  const page = parsePage(search)
  const counts = from === null && page > 1
  const [list] = await Promise.all([
    load(listQuery(params)),
    counts ? undefined : loadPages(listItemsQuery({ ...params, from })),
  ])
  const path = pathOfList(list)
  if (list.username !== params.username || list.name !== params.listName)
    return { to: withQuery(path, search), permanent: true }
  if (!counts) return undefined
  const next = await load(listPageStartQuery({ ...params, page }))
  return { to: next === null ? path : withQuery(path, new URLSearchParams({ next })), permanent: false }
}

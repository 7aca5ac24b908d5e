import { pathOfLists } from '../../data/lists/listPaths.ts'
import { type ListsParams, listsFilters, listsSorts } from '../../data/lists/lists.ts'

/** How far addresses may count the pages of a list; further ones are reached with its cursors. */
const listPageNumberMax = 100

/**
 * Reads the query of a page of lists; an order that does not exist is the default one, by the latest addition. Only
 * owners choose between public and private ones: others see no private ones anyway.
 */
export function parseLists(
  username: string,
  search: URLSearchParams,
  viewer: { username: string } | null,
): ListsParams {
  const isOwner = isSameName(username, viewer?.username)
  const find = <T extends string>(known: readonly [T, ...T[]], name: string): T =>
    known.find((value) => value === search.get(name)) ?? known[0]
  return {
    username,
    sort: find(listsSorts, 'sort'),
    filter: isOwner ? find(listsFilters, 'filter') : 'all',
  }
}

/** The address of a page of lists; what is as usual is left out. */
export function pathOfListsPage({ username, sort, filter }: ListsParams): string {
  const query = new URLSearchParams({
    ...(sort !== 'lastAdded' && { sort }),
    ...(filter !== 'all' && { filter }),
  }).toString()
  return pathOfLists(username) + (query && `?${query}`)
}

/** Names differ in more than the case of their letters. */
export const isSameName = (a: string, b: string | undefined): boolean => a.toLowerCase() === b?.toLowerCase()

/** Which page of a list an address asks for, from 1; what makes no sense, or is too far to count to, is the first. */
export function parsePage(search: URLSearchParams): number {
  const page = Number(search.get('page'))
  return Number.isInteger(page) && page > 0 && page <= listPageNumberMax ? page : 1
}

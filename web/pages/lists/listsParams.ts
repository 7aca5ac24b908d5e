import { listFilters, listSorts } from '../../../contract/words.ts'
import { pathOfLists } from '../../data/lists/listPaths.ts'
import type { ListsParams } from '../../data/lists/lists.ts'

/** The highest page number in a URL; further pages have only cursors. */
const listPageNumberMax = 100

/**
 * Parses the query of a member's lists; unknown orders become the default, by last addition. Only owners can filter by
 * visibility, because others never see private lists.
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
    sort: find(listSorts, 'sort'),
    filter: isOwner ? find(listFilters, 'filter') : 'all',
  }
}

/** The URL of a page of lists, without default parameters. */
export function pathOfListsPage({ username, sort, filter }: ListsParams): string {
  const query = new URLSearchParams({
    ...(sort !== 'lastAdded' && { sort }),
    ...(filter !== 'all' && { filter }),
  }).toString()
  return pathOfLists(username) + (query && `?${query}`)
}

/** Usernames are unique without regard to case. */
export const isSameName = (a: string, b: string | undefined): boolean => a.toLowerCase() === b?.toLowerCase()

/** Page number of a list, from 1; invalid or too large numbers become 1. */
export function parsePage(search: URLSearchParams): number {
  const page = Number(search.get('page'))
  return Number.isInteger(page) && page > 0 && page <= listPageNumberMax ? page : 1
}

import type { CommunitySort } from '../../data/communities/communities.ts'

/** The orders of the directory, as its links name them. */
export const directorySorts: readonly { sort: CommunitySort; label: string }[] = [
  { sort: 'size', label: 'Members' },
  { sort: 'new', label: 'New' },
  { sort: 'old', label: 'Old' },
  { sort: 'name_asc', label: 'A–Z' },
  { sort: 'name_dsc', label: 'Z–A' },
]

/** What the directory shows. */
export interface DirectoryParams {
  readonly sort: CommunitySort
  /** The text looked for in names; empty: all communities. */
  readonly q: string
}

/** Reads the query of /communities; an order that does not exist is the default one, by members. */
export function parseDirectory(search: URLSearchParams): DirectoryParams {
  const asked = search.get('sort')
  return {
    sort: directorySorts.find(({ sort }) => sort === asked)?.sort ?? 'size',
    q: (search.get('q') ?? '').trim(),
  }
}

/** The address of the directory; what is as usual is left out. */
export function pathOfDirectory({ sort, q }: DirectoryParams): string {
  const query = new URLSearchParams({ ...(q !== '' && { q }), ...(sort !== 'size' && { sort }) }).toString()
  return query ? `/communities?${query}` : '/communities'
}

import type { CommunitySort } from '../../data/communities.ts'

/** The orders of the directory, as its links name them. */
export const directorySorts: readonly { sort: CommunitySort; label: string }[] = [
  { sort: 'size', label: 'Members' },
  { sort: 'new', label: 'New' },
  { sort: 'old', label: 'Old' },
  { sort: 'name_asc', label: 'A–Z' },
  { sort: 'name_dsc', label: 'Z–A' },
]

/** What the directory shows. */
export interface DirectoryAddress {
  readonly sort: CommunitySort
  /** The text looked for in names; empty: all communities. */
  readonly q: string
}

/** Reads the query of /communities; an order that does not exist is the default one, by members. */
export function readDirectory(search: URLSearchParams): DirectoryAddress {
  const asked = search.get('sort')
  return {
    sort: directorySorts.find(({ sort }) => sort === asked)?.sort ?? 'size',
    q: (search.get('q') ?? '').trim(),
  }
}

/** The address of the directory; what is as usual is left out. */
export function addressOfDirectory({ sort, q }: DirectoryAddress): string {
  const query = new URLSearchParams({ ...(q !== '' && { q }), ...(sort !== 'size' && { sort }) }).toString()
  return query ? `/communities?${query}` : '/communities'
}

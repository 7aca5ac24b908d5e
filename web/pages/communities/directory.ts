import type { CommunitySort } from '../../data/communities/communities.ts'

/** The orders of the directory, by the label of their link. */
export const directorySorts: readonly { sort: CommunitySort; label: string }[] = [
  { sort: 'size', label: 'Members' },
  { sort: 'new', label: 'New' },
  { sort: 'old', label: 'Old' },
  { sort: 'name_asc', label: 'A–Z' },
  { sort: 'name_dsc', label: 'Z–A' },
]

export interface DirectoryParams {
  readonly sort: CommunitySort
  /** Searched for in names; empty: all communities. */
  readonly q: string
}

/** Parses the query of /communities; unknown orders become the default, by members. */
export function parseDirectory(search: URLSearchParams): DirectoryParams {
  const asked = search.get('sort')
  return {
    sort: directorySorts.find(({ sort }) => sort === asked)?.sort ?? 'size',
    q: (search.get('q') ?? '').trim(),
  }
}

/** The URL of the directory, without default parameters. */
export function pathOfDirectory({ sort, q }: DirectoryParams): string {
  const query = new URLSearchParams({ ...(q !== '' && { q }), ...(sort !== 'size' && { sort }) }).toString()
  return query ? `/communities?${query}` : '/communities'
}

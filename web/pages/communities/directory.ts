import { t } from '../../../contract/texts/t.ts'
import type { CommunitySort } from '../../data/communities/communities.ts'

/** The orders of the directory, by the label of their link. */
export const directorySorts = (): readonly { sort: CommunitySort; label: string }[] => [
  { sort: 'size', label: t('Members') },
  { sort: 'new', label: t('New') },
  { sort: 'old', label: t('Old') },
  { sort: 'name_asc', label: t('A–Z') },
  { sort: 'name_dsc', label: t('Z–A') },
]

export interface DirectoryParams {
  readonly sort: CommunitySort
  /** A part of names; empty for all communities. */
  readonly q: string
  /** The id of the first community on the page; empty for the beginning. */
  readonly next: string
}

/** Communities on one page. */
export const communitiesPerPage = 500

/** The request: one more than the page shows, to know where the next page begins. */
export const directoryRequest = (params: DirectoryParams) => ({ ...params, limit: communitiesPerPage + 1 })

/** Parses the query of /communities; unknown orders become the default, by members. */
export function parseDirectory(search: URLSearchParams): DirectoryParams {
  const asked = search.get('sort')
  const q = (search.get('q') ?? '').trim()
  const next = search.get('next') ?? ''
  return {
    sort: directorySorts().find(({ sort }) => sort === asked)?.sort ?? 'size',
    q,
    next: q === '' && /^\d{1,24}$/.test(next) ? next : '',
  }
}

/** The URL of the directory, without default parameters. */
export function pathOfDirectory({ sort, q, next }: DirectoryParams): string {
  const query = new URLSearchParams({
    ...(q !== '' && { q }),
    ...(sort !== 'size' && { sort }),
    ...(next !== '' && { next }),
  }).toString()
  return query ? `/communities?${query}` : '/communities'
}

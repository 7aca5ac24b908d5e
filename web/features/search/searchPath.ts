import { searchKinds, searchSorts } from '../../../contract/words.ts'
import type { SearchParams } from '../../data/site/search.ts'

const oneOf = <T extends string>(choices: readonly [T, ...T[]], text: string | null): T =>
  choices.find((choice) => choice === text) ?? choices[0]

/** Parses the query of /search; unknown kinds and orders become the first one. */
export const parseSearch = (search: URLSearchParams): SearchParams => ({
  q: (search.get('q') ?? '').trim(),
  kind: oneOf(searchKinds, search.get('in')),
  sort: oneOf(searchSorts, search.get('sort')),
})

/** The URL of a search, without default parameters. */
export function pathOfSearch({ q, kind = 'posts', sort = 'relevance' }: Partial<SearchParams>): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(kind !== 'posts' && { in: kind }),
    ...(sort !== 'relevance' && { sort }),
  })
  return query.size > 0 ? `/search?${query}` : '/search'
}

/** The same query for a web search that is limited to this site. */
export const webSearchUrl = (q: string, origin: string): string =>
  `https://duckduckgo.com/?${new URLSearchParams({ q: `site:${new URL(origin).host} ${q}` })}`

import { type SearchParams, searchKinds, searchSorts } from '../../data/site/search.ts'

const oneOf = <T extends string>(choices: readonly [T, ...T[]], text: string | null): T =>
  choices.find((choice) => choice === text) ?? choices[0]

/** Reads the query of /search; a kind or an order that does not exist is the first one. */
export const parseSearch = (search: URLSearchParams): SearchParams => ({
  q: (search.get('q') ?? '').trim(),
  kind: oneOf(searchKinds, search.get('in')),
  sort: oneOf(searchSorts, search.get('sort')),
})

/** The address of a search; what is as usual is left out. */
export function pathOfSearch({ q, kind = 'posts', sort = 'relevance' }: Partial<SearchParams>): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(kind !== 'posts' && { in: kind }),
    ...(sort !== 'relevance' && { sort }),
  })
  return query.size > 0 ? `/search?${query}` : '/search'
}

/** The same question put to a web search that looks at this site alone. */
export const webSearchUrl = (q: string, origin: string): string =>
  `https://duckduckgo.com/?${new URLSearchParams({ q: `site:${new URL(origin).host} ${q}` })}`

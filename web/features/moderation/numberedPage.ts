/** Page number in the query of a URL, from 1; invalid or missing numbers become 1. */
export function parsePage(search: URLSearchParams): number {
  const text = search.get('page') ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
}

/**
 * The URL of a page of a list, without default parameters.
 *
 * @param url may have a query.
 */
export function pathOfPage(url: string, { page, filter }: { page: number; filter?: string }): string {
  const [path = '', query] = url.split('?')
  const search = new URLSearchParams(query)
  if (filter !== undefined && filter !== 'all') search.set('filter', filter)
  if (page > 1) search.set('page', String(page))
  return search.size > 0 ? `${path}?${search}` : path
}

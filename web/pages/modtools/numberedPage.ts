/** Page number in the query of a URL, from 1; invalid or missing numbers become 1. */
export function parsePage(search: URLSearchParams): number {
  const text = search.get('page') ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
}

/** The URL of a page of a list, without default parameters. */
export function pathOfPage(path: string, { page, ...asked }: { page: number; filter?: string }): string {
  const search = new URLSearchParams()
  if (asked.filter !== undefined && asked.filter !== 'all') search.set('filter', asked.filter)
  if (page > 1) search.set('page', String(page))
  return search.size > 0 ? `${path}?${search}` : path
}

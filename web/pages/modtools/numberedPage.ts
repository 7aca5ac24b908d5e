/** Which page of a list an address asks for, from 1; the first where it names none, or nonsense. */
export function parsePage(search: URLSearchParams): number {
  const text = search.get('page') ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
}

/** The address of a page of a list; what is the first or the usual is not said. */
export function pathOfPage(path: string, { page, ...asked }: { page: number; filter?: string }): string {
  const search = new URLSearchParams()
  if (asked.filter !== undefined && asked.filter !== 'all') search.set('filter', asked.filter)
  if (page > 1) search.set('page', String(page))
  return search.size > 0 ? `${path}?${search}` : path
}

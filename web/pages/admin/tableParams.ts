/** Where a screen of the dashboard is; the first one, without a name, stands at /admin itself. */
export const pathOfScreen = (name: string): string => (name === '' ? '/admin' : `/admin/${name}`)

/** From which row on an address asks for a table. */
export const parseTable = (search: URLSearchParams) => ({ from: search.get('next') })

/** Which users an address asks for. */
export const parseUsers = (search: URLSearchParams) => ({
  ...parseTable(search),
  q: search.get('q')?.trim() ?? '',
})

/** The path of a screen of the dashboard; the first screen has no name. */
export const pathOfScreen = (name: string): string => (name === '' ? '/admin' : `/admin/${name}`)

/** The offset of the first row, from the query of the URL. */
export const parseTable = (search: URLSearchParams) => ({ from: search.get('next') })

/** The search for users, from the query of the URL. */
export const parseUsers = (search: URLSearchParams) => ({
  ...parseTable(search),
  q: search.get('q')?.trim() ?? '',
})

/** Which applications, from the query of the URL. */
export const parseApplications = (search: URLSearchParams) => ({
  ...parseTable(search),
  filter: search.get('q') === 'decided' ? ('decided' as const) : ('waiting' as const),
})

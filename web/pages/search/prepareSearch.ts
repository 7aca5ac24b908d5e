import { searchQuery } from '../../data/site/search.ts'
import { parseSearch } from '../../features/search/searchPath.ts'
import type { PageContext } from '../../router/route.ts'

export async function prepareSearch({ search, loadPages }: PageContext): Promise<undefined> {
  const searchParams = parseSearch(search)
  if (searchParams.q !== '') await loadPages(searchQuery({ ...searchParams, from: search.get('next') }))
  return undefined
}

import { searchQuery } from '../../data/search.ts'
import type { PageContext } from '../../routes.tsx'
import { readSearch } from './searchAddress.ts'

/** Looks for what the address asks. */
export async function prepareSearch({ search, loadPages }: PageContext): Promise<undefined> {
  const address = readSearch(search)
  if (address.q !== '') await loadPages(searchQuery({ ...address, from: search.get('next') }))
  return undefined
}

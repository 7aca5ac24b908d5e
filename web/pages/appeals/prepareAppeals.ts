import { type AppealsParams, appealableQuery, appealsQuery } from '../../data/moderation/appeals.ts'
import type { PageContext } from '../../router/route.ts'

/** One's own appeals, from the query of the URL. */
export const parseOwnAppeals = (search: URLSearchParams): AppealsParams => ({
  of: 'me',
  filter: 'open',
  from: search.get('next'),
})

export async function prepareAppeals({ search, load, loadPages }: PageContext): Promise<undefined> {
  await Promise.all([load(appealableQuery), loadPages(appealsQuery(parseOwnAppeals(search)))])
  return undefined
}

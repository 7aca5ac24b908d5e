import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { limits } from '../../../contract/limits.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { counted } from './candidates.ts'
import { countedNames } from './names.ts'
import { isEmpty, parseSearchText } from './searchTerms.ts'
import { termsExpression } from './termsExpression.ts'

type Counts = OutputOf<'countResults'>

const none = { count: 0, isExact: true }

/**
 * The number of results of each kind for this viewer, without muted and deleted ones, in one statement.
 *
 * @param text untrusted.
 */
export async function countResults(db: Db, viewer: Viewer | null, text: string): Promise<Counts> {
  const terms = parseSearchText(text)
  if (isEmpty(terms)) return { posts: none, comments: none, communities: none, people: none }
  const range = { viewer, max: limits.resultsCountedMax }
  const names = await countedNames(db, terms.words, limits.resultsCountedMax)
  const { rows } = await sql<Counts>`
    with ${termsExpression(terms, 'either')}
    select ${counted('posts', terms, range)} as posts, ${counted('comments', terms, range)} as comments,
      ${names.communities} as communities, ${names.people} as people`.execute(db)
  return rows[0] ?? { posts: none, comments: none, communities: none, people: none }
}

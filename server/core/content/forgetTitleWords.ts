import { erasedText, removedTitle } from '../../../contract/entities/schema.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { forgetTitleWords as statement } from './forgetTitleWords.sql.ts'

/** Takes the words of titles that are about to be erased from the words that the search completes and corrects with. */
export async function forgetTitleWords(trx: Db, posts: readonly string[]): Promise<void> {
  if (posts.length > 0) await queryRows(trx, statement, { posts, placeholders: [erasedText, removedTitle] })
}

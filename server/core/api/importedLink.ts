import { wireId } from '../../../contract/ids.ts'
import type { Db } from '../../platform/database/connection.ts'

/** The link to a comment of a forum that was imported with its ids, which have letters, as ours never do. */
const importedLink = /^(\/[^/]+\/post\/[^/]+\/)(?=[0-9]*[a-f])([0-9a-f]{24})$/

/** The path of a comment that a link from before an import leads to; null for any other path. */
export async function findImportedLink(db: Db, path: string): Promise<string | null> {
  const [, post, sourceId] = importedLink.exec(path) ?? []
  if (sourceId === undefined) return null
  const found = await db
    .selectFrom('imported_comments')
    .where('source_id', '=', sourceId)
    .select('comment_id as id')
    .executeTakeFirst()
  return found ? `${post}${wireId('comment', found.id)}` : null
}

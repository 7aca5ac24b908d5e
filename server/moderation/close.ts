import { sql } from 'kysely'
import type { Db } from '../database/connection.ts'

/**
 * Removes what was reported about a post itself, or about a comment: somebody has dealt with it. Where that changes the
 * post or the comment, it comes after the change, in a statement of its own: the change waits for a report that is being
 * filed, which this then sees.
 */
export const closeReports = (trx: Db, about: { post_id: string; comment_id: string | null }) =>
  sql<{ id: string }>`
    delete from reports
    where post_id = ${about.post_id} and coalesce(comment_id, 0) = coalesce(${about.comment_id}::bigint, 0)
    returning id`.execute(trx)

import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/**
 * Deletes the reports of a comment, or of a post itself, because a moderator has dealt with them. When the post or
 * comment changes too, call this after that change: the change waits for the row lock of a report that is being
 * inserted, and only a later statement sees that report.
 *
 * @param about `comment_id` is null for the post itself.
 * @returns the ids of the deleted reports.
 */
export const closeReports = (trx: Db, about: { post_id: string; comment_id: string | null }) =>
  trx
    .deleteFrom('reports')
    .where('post_id', '=', about.post_id)
    // The index is on this expression.
    .where(sql`coalesce(comment_id, 0)`, '=', about.comment_id ?? '0')
    .returning('id')
    .execute()

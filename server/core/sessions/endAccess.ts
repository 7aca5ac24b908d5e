import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/**
 * Ends what gives access to an account without its password: sessions with their push subscriptions, the private feed of the
 * moderation queue, and mailed links for a new password.
 *
 * @param userId one id, or an expression such as `any(…)` for several.
 * @param options.except the session that stays, by the hash of its id; null for none.
 * @returns the owners of the sessions that have ended.
 */
export async function endAccess(
  db: Db,
  userId: string | RawBuilder<string>,
  { except }: { except: Buffer | null },
): Promise<readonly { id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    with deleted_feed as (delete from queue_feeds where user_id = ${userId}),
    deleted_link as (delete from mailed_tokens where user_id = ${userId} and purpose = 'reset_password')
    delete from sessions where user_id = ${userId} and id_hash is distinct from ${except}
    returning user_id as id`.execute(db)
  return rows
}

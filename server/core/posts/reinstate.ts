import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import { type LogEntry, logEntryInsert } from '../moderationLog/record.ts'
import type { StaffRole } from '../permissions/roles.ts'

/** An entry of the log about a post. */
export type PostEntry = LogEntry & { readonly postId: string }

/** Which removal or lock to reverse; without a member, of anybody. */
export interface UndoneAct {
  readonly as: StaffRole
  readonly by?: string
}

/**
 * Reverses the removal of a post that still has its content, counts it for its author again, and records it. It does not become pinned
 * again.
 *
 * @returns whether it was removed in this way.
 */
export async function restorePostContent(trx: Db, removed: UndoneAct, entry: PostEntry): Promise<boolean> {
  // The job that moves posts between the age bands of top lists skips deleted posts.
  const { rows } = await sql`
    with restored as (
      update posts set deleted_at = null, deleted_by = null, deleted_as = null,
        age_band = post_age_band(created_at, now())
      where id = ${entry.postId} and deleted_as = ${removed.as} and content_deleted_at is null
        and (${removed.by ?? null}::bigint is null or deleted_by = ${removed.by ?? null})
      returning author_id),
    counted_for_author as (
      update users set post_count = post_count + 1 from restored where users.id = restored.author_id),
    recorded as (${logEntryInsert(entry, { from: 'restored' })})
    select from restored`.execute(trx)
  return rows.length > 0
}

/** Unlocks a post and records it, if it is locked in this way. */
export async function unlockPostOf(
  trx: Db,
  entry: PostEntry,
  locked: Partial<UndoneAct> = {},
): Promise<void> {
  await sql`
    with unlocked as (
      update posts set locked_at = null, locked_by = null, locked_as = null
      where id = ${entry.postId} and locked_at is not null
        and (${locked.as ?? null}::text is null or locked_as = ${locked.as ?? null})
        and (${locked.by ?? null}::bigint is null or locked_by = ${locked.by ?? null})
      returning id)
    ${logEntryInsert(entry, { from: 'unlocked' })}`.execute(trx)
}

import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import { type LogEntry, logEntryInsert } from '../moderationLog/record.ts'
import type { UndoneAct } from '../posts/reinstate.ts'

/** An entry of the log about a comment. */
export type CommentEntry = LogEntry & { readonly commentId: string }

/**
 * Reverses the removal of a comment, counts it for its author again, and records it.
 *
 * @returns whether it was removed in this way.
 */
export async function restoreCommentContent(
  trx: Db,
  removed: UndoneAct,
  entry: CommentEntry,
): Promise<boolean> {
  const { rows } = await sql`
    with restored as (
      update comments set deleted_at = null, deleted_by = null, deleted_as = null
      where id = ${entry.commentId} and deleted_as = ${removed.as}
        and (${removed.by ?? null}::bigint is null or deleted_by = ${removed.by ?? null})
      returning author_id),
    counted_for_author as (
      update users set comment_count = comment_count + 1 from restored where users.id = restored.author_id),
    recorded as (${logEntryInsert(entry, { from: 'restored' })})
    select from restored`.execute(trx)
  return rows.length > 0
}

/** Unlocks a comment and records it, if it is locked in this way. */
export async function unlockCommentOf(
  trx: Db,
  entry: CommentEntry,
  locked: Partial<UndoneAct> = {},
): Promise<void> {
  await sql`
    with unlocked as (
      update comments set locked_at = null, locked_by = null, locked_as = null
      where id = ${entry.commentId} and locked_at is not null
        and (${locked.as ?? null}::text is null or locked_as = ${locked.as ?? null})
        and (${locked.by ?? null}::bigint is null or locked_by = ${locked.by ?? null})
      returning id)
    ${logEntryInsert(entry, { from: 'unlocked' })}`.execute(trx)
}

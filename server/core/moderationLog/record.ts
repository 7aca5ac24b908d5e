import { type RawBuilder, sql } from 'kysely'
import type { ModerationActionDetails } from '../../../contract/entities/moderationAction.ts'
import { limits } from '../../../contract/limits.ts'
import { type ModerationAction, privateModerationActions } from '../../../contract/moderationActions.ts'
import type { Db } from '../../platform/database/connection.ts'
import { cut } from '../../platform/http/text.ts'
import type { StaffRole } from '../permissions/roles.ts'

/** An entry of the moderation log: what a moderator or an admin did. */
export interface LogEntry {
  readonly action: ModerationAction
  readonly actor: { readonly id: string }
  /** The role, because a member can have both. */
  readonly actedAs: StaffRole
  /** Null for the whole site; an expression if the statement itself creates the community. */
  readonly communityId: string | RawBuilder<string> | null
  readonly postId?: string | null
  /** Together with the id of its post. */
  readonly commentId?: string | null
  /** The member it is about; not for posts and comments, which lead to their authors; a column if the rows of a statement contain the member. */
  readonly userId?: string | RawBuilder<string> | null
  /** For everyone to read, as `parseReason` gives it. */
  readonly reason?: string | null | undefined
  readonly details?: ModerationActionDetails
}

/** The reason of an action as it is stored; null where there is none. */
export const parseReason = (text: string | null | undefined): string | null =>
  cut((text ?? '').trim(), limits.moderationReasonMaxLength).trim() || null

/** Whether everyone may see this action, not only admins. */
export const isPublicAction = (action: ModerationAction): boolean =>
  !privateModerationActions.some((one) => one === action)

/**
 * A statement that adds an entry to the moderation log. It can also be a common table expression that adds one entry per row
 * of `from`, which is empty if nothing has changed. An entry must be added by the statement or the transaction of its
 * action.
 */
export const logEntryInsert = (entry: LogEntry, { from }: { from?: string } = {}): RawBuilder<unknown> => sql`
  insert into moderation_log
    (action, actor_id, acted_as, community_id, post_id, comment_id, user_id, reason, details, is_public)
  select ${entry.action}, ${entry.actor.id}::bigint, ${entry.actedAs}, ${entry.communityId}::bigint,
    ${entry.postId ?? null}::bigint, ${entry.commentId ?? null}::bigint, ${entry.userId ?? null}::bigint,
    ${parseReason(entry.reason)}, ${JSON.stringify(entry.details ?? {})}::jsonb, ${isPublicAction(entry.action)}::boolean
  ${from === undefined ? sql`` : sql`from ${sql.table(from)}`}`

/** An entry without expressions, so that several can be added at once. */
export type PlainLogEntry = LogEntry & {
  readonly communityId: string | null
  readonly userId?: string | null
}

/**
 * Adds entries to the moderation log, in their order. Call it in the transaction of the actions, and only for those that have
 * changed something.
 */
export async function recordActions(trx: Db, entries: readonly PlainLogEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map((entry) => ({
    action: entry.action,
    actor_id: entry.actor.id,
    acted_as: entry.actedAs,
    community_id: entry.communityId,
    post_id: entry.postId ?? null,
    comment_id: entry.commentId ?? null,
    user_id: entry.userId ?? null,
    reason: parseReason(entry.reason),
    details: entry.details ?? {},
    is_public: isPublicAction(entry.action),
  }))
  await sql`
    insert into moderation_log
      (action, actor_id, acted_as, community_id, post_id, comment_id, user_id, reason, details, is_public)
    select action, actor_id, acted_as, community_id, post_id, comment_id, user_id, reason, details, is_public
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (action text, actor_id bigint, acted_as text,
      community_id bigint, post_id bigint, comment_id bigint, user_id bigint, reason text, details jsonb, is_public boolean)`.execute(
    trx,
  )
}

/** Adds one entry, as `recordActions`. */
export async function recordAction(trx: Db, entry: LogEntry): Promise<void> {
  await logEntryInsert(entry).execute(trx)
}

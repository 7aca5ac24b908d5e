import { type RawBuilder, sql } from 'kysely'
import type { ModerationActDetails } from '../../contract/entities/moderationAct.ts'
import { limits } from '../../contract/limits.ts'
import { type ModerationAct, privateModerationActs } from '../../contract/moderationActs.ts'
import type { Db } from '../database/connection.ts'
import { cut } from '../http/text.ts'
import type { OfficialRole } from './roles.ts'

/** Something that a moderator or an admin did, as it is kept for the moderation log. */
export interface Act {
  readonly action: ModerationAct
  readonly actor: { readonly id: string }
  /** In which role: somebody may be both. */
  readonly actedAs: OfficialRole
  /** null: it concerns the whole site; an expression where the statement itself makes the community. */
  readonly communityId: string | RawBuilder<string> | null
  readonly postId?: string | null
  /** With the id of its post. */
  readonly commentId?: string | null
  /** Whom it is about; not the author of a post or comment, who is found through these. */
  readonly userId?: string | null
  /** For everybody to read, as `readReason` gives it. */
  readonly reason?: string | null | undefined
  readonly details?: ModerationActDetails
}

/** A text that gives the reason of an act, as it is kept; null where there is none. */
export const readReason = (text: string | null | undefined): string | null =>
  cut((text ?? '').trim(), limits.moderationReasonMaxLength).trim() || null

const isPublic = (action: ModerationAct) => !(privateModerationActs as readonly string[]).includes(action)

/**
 * A statement that records an act, or a part of one to be put among its `with`: then it records one act for each row
 * of `from`, which is empty where nothing has changed. An act belongs to the statement or the transaction of what it
 * tells.
 */
export const recording = (act: Act, { from }: { from?: string } = {}): RawBuilder<unknown> => sql`
  insert into moderation_log
    (action, actor_id, acted_as, community_id, post_id, comment_id, user_id, reason, details, is_public)
  select ${act.action}, ${act.actor.id}::bigint, ${act.actedAs}, ${act.communityId}::bigint,
    ${act.postId ?? null}::bigint, ${act.commentId ?? null}::bigint, ${act.userId ?? null}::bigint,
    ${readReason(act.reason)}, ${JSON.stringify(act.details ?? {})}::jsonb, ${isPublic(act.action)}::boolean
  ${from === undefined ? sql`` : sql`from ${sql.table(from)}`}`

/** Records an act; call it in the transaction of what it tells, only where something has really changed. */
export async function recordAct(trx: Db, act: Act): Promise<void> {
  await recording(act).execute(trx)
}

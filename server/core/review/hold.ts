import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import type { HeldKind } from '../../../contract/heldWords.ts'
import type { PostType, SpeakerGroup } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refused } from '../../platform/http/refused.ts'
import { lockOne } from '../content/content.ts'
import { recordHeld } from '../content/performRules.ts'
import type { ToHold } from './gate.ts'
import { holdItem } from './holdItem.sql.ts'

/** What the author of a post, comment or edit sent, as it was parsed; stored as JSON. */
export interface HeldSent {
  readonly type?: PostType
  readonly title?: string
  readonly body?: string | null
  readonly url?: string | null
  readonly userGroup?: SpeakerGroup
  readonly images?: HeldImage[]
  readonly attachments?: HeldImage[]
  readonly isMadeWithAi?: boolean
}

interface HeldImage {
  readonly imageId: string
  readonly caption: string | null
}

/** What is held, with all that is needed to store it later. */
export interface HeldWrite extends ToHold {
  readonly kind: HeldKind
  readonly authorId: string
  /** The post of a comment or an edit. */
  readonly postId: string | null
  /** The comment that a comment replies to, or the one whose edit this is. */
  readonly commentId: string | null
  readonly sent: HeldSent
  /** Images that only this uses so far; they are kept while it waits. */
  readonly imageIds: readonly string[]
}

/**
 * Holds a post, comment or edit until it is reviewed, and answers that it waits.
 *
 * @param write.store stores it. Tried and undone first, so that what cannot be stored is refused now.
 * @throws Refused always: with `held_for_review` after it is held, with `already_waiting` if the same waits, or as `store` does.
 */
export async function hold(db: Db, write: HeldWrite, store: (trx: Db) => Promise<unknown>): Promise<never> {
  await inTransaction(db, async (trx) => {
    const { kind, authorId, postId, commentId, sent } = write
    // It neither moves nor is merged before the item is stored.
    const at =
      postId === null ? null : await lockOne(trx, { id: authorId }, subjectOf({ kind, postId, commentId }))
    await sql`savepoint before_trial`.execute(trx)
    await store(trx)
    await sql`rollback to savepoint before_trial`.execute(trx)
    const sentTo = write.place.communityId
    const identity = [kind, sentTo, postId, commentId, sent]
    const held = await queryRow(trx, holdItem, {
      kind,
      authorId,
      // Only the moderators of the community in whose name it is may know who wrote it.
      communityId: sent.userGroup === 'community' ? sentTo : (at?.community_id ?? sentTo),
      postId: at?.post_id ?? null,
      commentId,
      sent: JSON.stringify(sent),
      imageIds: [...write.imageIds],
      sentHash: createHash('sha256').update(JSON.stringify(identity)).digest(),
      reasons: JSON.stringify(write.reasons),
    })
    if (!held) throw new Refused(errors.alreadyWaiting)
    await recordHeld(trx, held.id, { ...write, postId: at?.post_id ?? null })
  })
  throw new Refused(errors.heldForReview, { keepsWrites: true })
}

/** The post or comment that a held item is about: a comment is about its post, an edit about what it changes. */
export const subjectOf = (item: {
  readonly kind: string
  readonly postId: string
  readonly commentId: string | null
}): { postId: string } | { commentId: string } =>
  item.kind === 'edit' && item.commentId !== null ? { commentId: item.commentId } : { postId: item.postId }

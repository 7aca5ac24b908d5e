import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { parseReason, recordActions } from '../moderationLog/record.ts'
import { notifyMembers } from '../notifications/notify.ts'
import type { StaffRole } from '../permissions/roles.ts'
import { closeReports } from '../reports/close.ts'
import { changeLocks } from './changeLocks.sql.ts'
import { aboutContent, basisOf, type Content, idsOf } from './content.ts'

/** A lock on a post (against votes and comments) or a comment (against replies below it), or its end. */
export interface Lock {
  readonly content: Content
  readonly as: StaffRole
  readonly reason?: string | null | undefined
  /** If it follows a notice to the admins, or a rule does it. */
  readonly basis?: 'notice' | 'automation'
  /** The name of that rule. */
  readonly automation?: string
}

/**
 * Locks posts and comments, which replaces role and time of an earlier lock, or unlocks them. Locking notifies the authors and closes
 * the reports about them. The caller has locked the rows with `lockContent`.
 *
 * @returns those that were not in this state before, which are recorded.
 */
export async function setLocks(
  trx: Db,
  actor: { readonly id: string },
  all: readonly Lock[],
  { locks }: { locks: boolean },
): Promise<readonly Lock[]> {
  const changed = all.filter(({ content: { locked_at, locked_by, locked_as }, as }) =>
    locks ? locked_by !== actor.id || locked_as !== as : locked_at !== null,
  )
  const targets = (locks ? all : changed).map(({ content: { post_id, comment_id }, as: acted_as }) => ({
    post_id,
    comment_id,
    acted_as,
  }))
  if (targets.length === 0) return changed
  await queryRows(trx, changeLocks, { locks, actorId: actor.id, targets: JSON.stringify(targets) })
  await recordActions(
    trx,
    changed.map(({ content, as: actedAs, reason, basis, automation }) => ({
      ...aboutContent(content),
      action: `${locks ? 'lock' : 'unlock'}_${content.kind}` as const,
      actor,
      actedAs,
      reason,
      ...(locks && {
        details: { basis: basisOf({ content, basis }), ...(automation !== undefined && { automation }) },
      }),
    })),
  )
  if (locks) {
    await notifyMembers(
      trx,
      changed
        .filter(({ content }) => content.author_id !== actor.id)
        .map(({ content, as: deletedAs, reason, basis }) => {
          const why = parseReason(reason)
          return {
            userId: content.author_id,
            type: 'locked',
            postId: content.post_id,
            commentId: content.comment_id,
            deletedAs,
            details: { ...(why !== null && { reason: why }), basis: basisOf({ content, basis }) },
          }
        }),
    )
    const contents = all.map(({ content }) => content)
    const about = { postsAlone: idsOf('post', contents), comments: idsOf('comment', contents) }
    await closeReports(trx, about, { outcome: 'locked', actor, decides: true })
  }
  return changed
}

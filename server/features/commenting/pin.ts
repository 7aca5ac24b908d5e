import { errors } from '../../../contract/errors.ts'
import { getCommentRow } from '../../core/comments/queries.ts'
import { aboutContent, type Content, lockContent } from '../../core/content/content.ts'
import { recordActions } from '../../core/moderationLog/record.ts'
import { lockPermissions } from '../../core/permissions/permissionLock.ts'
import { unlockRefusal } from '../../core/permissions/policy.ts'
import { staffRoleOf } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { pinRefusal } from './policy.ts'

/**
 * Puts a comment before the others on its post, in place of the one that was pinned, or unpins it. What is so already stays.
 *
 * @throws Refused with `comment_not_found`, `not-mod-not-admin`, `comment_deleted` or `cannot-pin-reply`.
 */
export async function setCommentPin(
  db: Db,
  member: Viewer,
  commentId: string,
  { pins }: { pins: boolean },
): Promise<void> {
  const { post_id: postId, parent_id } = await getCommentRow(db, commentId, {
    viewerId: member.id,
    format: 'source',
  })
  await db.transaction().execute(async (trx) => {
    await lockPermissions(trx, member)
    // Serializes the pins of a post.
    await trx.selectFrom('posts').where('id', '=', postId).select('id').forNoKeyUpdate().execute()
    const pinned = await trx
      .selectFrom('comments')
      .where('post_id', '=', postId)
      .where('is_pinned', '=', true)
      .select('id')
      .executeTakeFirst()
    const contents = await lockContent(trx, member, {
      commentIds: [commentId, ...(pinned ? [pinned.id] : [])],
    })
    const content = contents.find(({ comment_id }) => comment_id === commentId)
    if (!content) throw new Refused(errors.commentNotFound)
    if (pins)
      enforce(
        pinRefusal(content.roles, { isDeleted: content.deleted_at !== null, isReply: parent_id !== null }),
      )
    else enforce(unlockRefusal(content.roles))
    const isPinned = pinned?.id === commentId
    if (isPinned === pins) return
    const unpinned = pins ? contents.find(({ comment_id }) => comment_id === pinned?.id) : content
    // Two statements: one that changes both rows may have two pins for a moment, which the index forbids.
    if (unpinned) await markPinned(trx, unpinned, false)
    if (pins) await markPinned(trx, content, true)
    await recordActions(
      trx,
      [
        unpinned && { content: unpinned, action: 'unpin_comment' as const },
        pins && { content, action: 'pin_comment' as const },
      ]
        .filter((entry) => entry !== undefined && entry !== false)
        .map(({ content: about, action }) => ({
          ...aboutContent(about),
          action,
          actor: member,
          actedAs: staffRoleOf(about.roles),
        })),
    )
  })
}

const markPinned = (trx: Db, { comment_id }: Content, isPinned: boolean) =>
  trx.updateTable('comments').set({ is_pinned: isPinned }).where('id', '=', comment_id).execute()

import type { Db } from '../../platform/database/connection.ts'
import { queryRow, queryRows } from '../../platform/database/statement.ts'
import { insertForAdmins } from './insertForAdmins.sql.ts'
import { insertNotification } from './insertNotification.sql.ts'

/** Why something was removed or restored, as its author reads it. */
interface RemovalDetails {
  readonly rule?: string
  readonly reason?: string
  readonly note?: string
}

type NewNotification =
  | {
      /** `deleted_comment`, and `restored` with a comment, are about a comment in the post. */
      readonly type: 'deleted_post' | 'deleted_comment' | 'restored'
      readonly postId: string
      readonly commentId: string | null
      readonly deletedAs: 'mods' | 'admins'
      readonly details: RemovalDetails
    }
  | { readonly type: 'mod_add'; readonly communityId: string; readonly addedBy: string }
  | { readonly type: 'new_badge'; readonly badgeType: string }
  /** `body`: the whole text of the denial. */
  | { readonly type: 'denied_comm'; readonly body: string }
  /** That they are a member now. */
  | { readonly type: 'approved' }

/** Notifies a member, unless their account is deleted. Call it in the transaction of the cause. */
export async function notifyMember(db: Db, userId: string, notification: NewNotification): Promise<void> {
  await queryRow(db, insertNotification, {
    userId,
    type: notification.type,
    postId: 'postId' in notification ? notification.postId : null,
    commentId: 'commentId' in notification ? notification.commentId : null,
    deletedAs: 'deletedAs' in notification ? notification.deletedAs : null,
    details: 'details' in notification ? notification.details : {},
    communityId: notification.type === 'mod_add' ? notification.communityId : null,
    actorId: notification.type === 'mod_add' ? notification.addedBy : null,
    badgeType: notification.type === 'new_badge' ? notification.badgeType : null,
    body: notification.type === 'denied_comm' ? notification.body : null,
  })
}

/**
 * Notifies all admins. Call it in the transaction of the cause.
 *
 * @param body the whole text, at most 2000 characters.
 */
export async function notifyAdmins(db: Db, type: 'backup_failed', body: string): Promise<void> {
  await queryRows(db, insertForAdmins, { type, body })
}

import { sql } from 'kysely'
import type { HeldKind, HeldOutcome } from '../../../contract/heldWords.ts'
import {
  type ActionBasis,
  type AppealAct,
  type AppealOutcome,
  type BanKind,
  type ModeratorPermission,
  moderatorPermissions,
  type NoticeCause,
  type NoticeStep,
  type NoticeSubject,
} from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow, queryRows } from '../../platform/database/statement.ts'
import { insertForAdmins } from './insertForAdmins.sql.ts'
import { insertForStaff } from './insertForStaff.sql.ts'
import { insertNotifications } from './insertNotifications.sql.ts'

/** Why something was removed, locked or restored, for its author. */
interface RemovalDetails {
  readonly rule?: string
  readonly reason?: string
  readonly note?: string
  /** Its content was erased, so it cannot be restored. */
  readonly isErased?: true
  readonly basis?: ActionBasis
}

/** The conversation with moderators in which someone wrote. */
interface ModmailDetails {
  readonly conversationId: number
  readonly subject: string
  readonly isWarning?: boolean
}

type NewNotification =
  | {
      /** `deleted_comment`, and `locked` and `restored` with a comment, are about a comment in the post. */
      readonly type: 'deleted_post' | 'deleted_comment' | 'locked' | 'restored'
      readonly postId: string
      readonly commentId: string | null
      readonly deletedAs: 'mods' | 'admins'
      readonly details: RemovalDetails
    }
  | {
      /** About a post or a comment in it, or about a ban from a community or the site. */
      readonly type: 'appeal_answered'
      readonly postId: string | null
      readonly commentId: string | null
      readonly communityId: string | null
      readonly deletedAs: 'mods' | 'admins'
      readonly details: {
        readonly act: AppealAct
        readonly appealOutcome: AppealOutcome
        readonly answer: string
        /** Only where an accepted appeal changed nothing. */
        readonly isReversed?: false
      }
    }
  | {
      /** They were banned, or their ban was changed. For community bans, the statement that bans inserts the notification. */
      readonly type: 'banned'
      readonly communityId: string | null
      readonly deletedAs: 'mods' | 'admins'
      readonly details: {
        readonly banKind: BanKind
        readonly expiresAt?: string
        readonly reason?: string
        readonly isChange?: boolean
        readonly basis?: ActionBasis
        readonly noPosts?: number
        readonly noComments?: number
      }
    }
  | {
      /** What became of a notice that they sent. */
      readonly type: 'own_notice'
      readonly details: {
        readonly noticeNumber: number
        readonly noticeStep: NoticeStep
        readonly noticeSubject: NoticeSubject
      }
    }
  | {
      /** What waited for review was decided; with the post and comment that it is about, or has become. */
      readonly type: 'held_decided'
      readonly postId: string | null
      readonly commentId: string | null
      readonly communityId: string
      readonly details: {
        readonly heldKind: HeldKind
        readonly heldOutcome: HeldOutcome
        readonly reason?: string
        readonly isOverdue?: true
        /** How many were declined, if it is about several (`addToDeclined`). */
        readonly heldCount?: number
      }
    }
  | {
      /** Moderators wrote to them. */
      readonly type: 'modmail'
      readonly communityId: string
      readonly deletedAs: 'mods' | 'admins'
      readonly details: ModmailDetails
    }
  | {
      /** A community that they moderate. */
      readonly type: 'community_renamed'
      readonly communityId: string
      readonly details: { readonly formerName: string; readonly newName: string }
    }
  | { readonly type: 'mod_add'; readonly communityId: string; readonly addedBy: string }
  | {
      /** What they may do as a moderator has changed. */
      readonly type: 'mod_permissions'
      readonly communityId: string
      readonly details: { readonly permissions: readonly ModeratorPermission[] }
    }
  | {
      /** Their post is in another community now. */
      readonly type: 'post_moved'
      readonly postId: string
      readonly communityId: string
      readonly details: { readonly from: string; readonly to: string }
    }
  | { readonly type: 'new_badge'; readonly badgeType: string }
  /** `body`: the whole text of the denial. */
  | { readonly type: 'denied_comm'; readonly body: string }
  /** They are a member now. */
  | { readonly type: 'approved' }

/** Notifies members, except those whose account is deleted. Call it in the transaction of the cause. */
export async function notifyMembers(
  db: Db,
  notifications: readonly (NewNotification & { readonly userId: string })[],
): Promise<void> {
  if (notifications.length === 0) return
  const rows = notifications.map((one) => ({
    user_id: one.userId,
    type: one.type,
    post_id: 'postId' in one ? one.postId : null,
    comment_id: 'commentId' in one ? one.commentId : null,
    deleted_as: 'deletedAs' in one ? one.deletedAs : null,
    details: 'details' in one ? one.details : {},
    community_id: 'communityId' in one ? one.communityId : null,
    actor_id: one.type === 'mod_add' ? one.addedBy : null,
    badge_type: one.type === 'new_badge' ? one.badgeType : null,
    body: one.type === 'denied_comm' ? one.body : null,
  }))
  await queryRow(db, insertNotifications, { notifications: JSON.stringify(rows) })
}

/** Notifies one member, as `notifyMembers`. */
export const notifyMember = (db: Db, userId: string, notification: NewNotification): Promise<void> =>
  notifyMembers(db, [{ userId, ...notification }])

/**
 * Counts one more in a member's unread notification of what was declined because nobody decided in time.
 *
 * @returns false if there is none; then nothing has changed.
 */
export async function addToDeclined(db: Db, userId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update notifications set updated_at = now(),
      details = details || jsonb_build_object('heldCount', coalesce((details ->> 'heldCount')::integer, 1) + 1)
    where id = (
      select id from notifications
      where user_id = ${userId} and seen_at is null and type = 'held_decided'
        and details @> '{"heldOutcome": "refused", "isOverdue": true}' and not details ? 'reason'
      order by id desc limit 1 for update)`.execute(db)
  return numAffectedRows > 0n
}

/**
 * Notifies all admins. Call it in the transaction of the cause.
 *
 * @param body the whole text, at most 2000 characters.
 */
export async function notifyAdmins(db: Db, type: 'backup_failed' | 'wave', body: string): Promise<void> {
  await queryRows(db, insertForAdmins, { type, body })
}

type StaffNotification = (
  | {
      /** An automatic rule says so. */
      readonly type: 'automation'
      readonly details: { readonly ruleName: string; readonly reason?: string }
    }
  | { readonly type: 'appeal_filed'; readonly details: { readonly act: AppealAct } }
  | { readonly type: 'modmail'; readonly details: ModmailDetails }
  | { readonly type: 'move_proposed'; readonly details: { readonly from: string; readonly to: string } }
  | {
      readonly type: 'notice'
      readonly details: {
        readonly noticeNumber: number
        readonly noticeCause: NoticeCause
        readonly noticeSubject: NoticeSubject
        /** How many notices, for `overdue`. */
        readonly noTargets?: number
      }
    }
) & {
  /** By default it is for the whole site. */
  readonly communityId?: string | null
  readonly postId?: string | null
  readonly commentId?: string | null
  /** The member who caused it, if it names one. */
  readonly actorId?: string
}

/**
 * Notifies the moderators of a community, or the admins if there are none. Call it in the transaction of the cause.
 *
 * @param to.role `admins` always notifies the admins.
 * @param to.needs only moderators with one of these permissions.
 * @param to.without members who are not notified: the member who acted, and the one it is about.
 */
export async function notifyStaff(
  db: Db,
  notification: StaffNotification,
  to: {
    role: 'mods' | 'admins'
    needs?: readonly ModeratorPermission[]
    without: readonly string[]
  },
): Promise<void> {
  await queryRows(db, insertForStaff, {
    communityId: null,
    postId: null,
    commentId: null,
    actorId: null,
    ...notification,
    asModerators: to.role === 'mods',
    needs: to.needs ?? moderatorPermissions,
    without: to.without,
  })
}

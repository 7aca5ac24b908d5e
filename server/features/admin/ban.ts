import { defaultSiteBanKind } from '../../../contract/bans.ts'
import { parseReason, recordAction } from '../../core/moderationLog/record.ts'
import { parseGivenBan } from '../../core/permissions/givenBan.ts'
import { pauseVouching } from '../../core/trust/pauseVouching.ts'
import { lockMember } from '../../core/users/lockMembers.ts'
import { banRefusal } from '../../core/users/policy.ts'
import { banFromSite, liftSiteBans } from '../../core/users/siteBan.ts'
import { enqueueSuspensionMails } from '../../core/users/suspensionMail.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce } from '../../platform/http/refused.ts'
import { countContent, orderContentDeletion, takeBackRemoved } from './deleteContent.ts'

/**
 * Bans a user from the whole site: suspends them and ends their sessions, or forbids some activities. On request, a job deletes
 * what they wrote. Banning again changes the given fields; the others stay.
 *
 * @param ban.kind missing: `defaultSiteBanKind`, a suspension.
 * @param ban.expires RFC 3339; null or empty: no end.
 * @param ban.isBot lets the vouching of those who vouched for them not count for a time.
 * @param ban.deleteContentDays deletes what they wrote in this many last days; 0 or less: everything; missing: nothing.
 * @throws Refused with `invalid_ban_kind`, `invalid_expires`, `not_admin` (no longer), `user_not_found`, or `no_ban_admin` for every admin, oneself included,
 *   and `user-deleted` for the accounts of the program; nobody is logged out then.
 */
export async function banUser(
  db: Db,
  admin: { id: string },
  ban: {
    username: string
    kind?: string | null | undefined
    expires?: string | null | undefined
    reason?: string | null | undefined
    isBot?: boolean | undefined
    deleteContentDays: number | undefined
  },
): Promise<void> {
  const { deleteContentDays } = ban
  const { kind, expiresAt } = parseGivenBan(ban)
  await db.transaction().execute(async (trx) => {
    const user = await lockMember(trx, admin, ban.username, { takesPermissions: true })
    enforce(banRefusal(user))
    const changed = await banFromSite(trx, admin, [user.id], {
      kind: kind ?? defaultSiteBanKind,
      expiresAt: ban.expires === undefined ? undefined : expiresAt,
      reason: ban.reason === undefined ? undefined : parseReason(ban.reason),
      removed:
        deleteContentDays === undefined
          ? null
          : await countContent(trx, { userIds: [user.id], days: deleteContentDays }),
    })
    await enqueueSuspensionMails(trx, changed)
    if (ban.isBot) {
      await pauseVouching(trx, user.id)
      await recordAction(trx, {
        action: 'ban_bot',
        actor: admin,
        actedAs: 'admins',
        communityId: null,
        userId: user.id,
      })
    }
    if (deleteContentDays !== undefined)
      await orderContentDeletion(trx, { userIds: [user.id], adminId: admin.id, days: deleteContentDays })
  })
}

/** Lifts a ban from the site; does nothing for users who are not banned. @throws Refused with `not_admin` or `user_not_found`. */
export async function unbanUser(db: Db, admin: { id: string }, username: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await lockMember(trx, admin, username, { takesPermissions: false })
    await liftSiteBans(trx, admin, [user.id])
  })
}

/**
 * Takes back what bans of a user removed within the last 30 days; the ban stays as it is. Does nothing if there is nothing.
 *
 * @throws Refused with `not_admin` or `user_not_found`.
 */
export async function restoreRemoved(db: Db, admin: { id: string }, username: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await lockMember(trx, admin, username, { takesPermissions: false })
    await takeBackRemoved(trx, admin, { userIds: [user.id] })
  })
}

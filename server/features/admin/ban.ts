import { errors } from '../../../contract/errors.ts'
import { parseReason, recordAction } from '../../core/moderationLog/record.ts'
import { notifyMember } from '../../core/notifications/notify.ts'
import { parseGivenBan } from '../../core/permissions/givenBan.ts'
import { lockPermissionsExclusively } from '../../core/permissions/permissionLock.ts'
import { liftSiteBan, storeSiteBan } from '../../core/users/siteBan.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { orderContentDeletion } from './deleteContent.ts'
import { banRefusal } from './policy.ts'

/**
 * Bans a user from the whole site: suspends them and ends their sessions, or forbids some activities. On request, a job deletes
 * what they wrote. Banning again changes the given fields; the others stay.
 *
 * @param ban.kind missing: `reading`, a suspension.
 * @param ban.expires RFC 3339; null or empty: no end.
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
    deleteContentDays: number | undefined
  },
): Promise<void> {
  const { deleteContentDays } = ban
  const { kind, expiresAt } = parseGivenBan(ban)
  await db.transaction().execute(async (trx) => {
    await lockPermissionsExclusively(trx, ban)
    const user = await lockUser(trx, admin, ban.username)
    enforce(banRefusal(user))
    const deletes = deleteContentDays !== undefined
    const stored = await storeSiteBan(
      trx,
      { userId: user.id, adminId: admin.id, countsAsChange: deletes },
      {
        kind: kind ?? 'reading',
        expiresAt: ban.expires === undefined ? undefined : expiresAt,
        reason: ban.reason === undefined ? undefined : parseReason(ban.reason),
      },
    )
    if (stored.isChanged || deletes) {
      const end = stored.expiresAt && { expiresAt: stored.expiresAt.toISOString() }
      const isChange = stored.formerKind !== null
      await recordAction(trx, {
        action: deletes ? 'ban_user_with_content' : isChange ? 'change_site_ban' : 'ban_user',
        actor: admin,
        actedAs: 'admins',
        communityId: null,
        userId: user.id,
        reason: stored.reason,
        details: {
          kind: stored.kind,
          ...end,
          ...(stored.formerKind && { formerKind: stored.formerKind }),
          ...(stored.formerExpiresAt && { formerExpiresAt: stored.formerExpiresAt.toISOString() }),
        },
      })
      // Suspended members see the reason when they try to log in.
      if (stored.isChanged && stored.kind !== 'reading')
        await notifyMember(trx, user.id, {
          type: 'banned',
          communityId: null,
          deletedAs: 'admins',
          details: {
            banKind: stored.kind,
            ...end,
            ...(stored.reason !== null && { reason: stored.reason }),
            ...(isChange && { isChange }),
          },
        })
    }
    if (deletes)
      await orderContentDeletion(trx, { userId: user.id, adminId: admin.id, days: deleteContentDays })
  })
}

/** Lifts a ban from the site; does nothing for users who are not banned. @throws Refused with `not_admin` or `user_not_found`. */
export async function unbanUser(db: Db, admin: { id: string }, username: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, admin, username)
    await liftSiteBan(trx, admin, user.id)
  })
}

interface UserToBan {
  readonly id: string
  readonly isAdmin: boolean
  readonly isBuiltIn: boolean
  readonly bannedAt: Date | null
}

/** The user of this name, locked together with the admin until the transaction ends. */
async function lockUser(trx: Db, admin: { id: string }, username: string): Promise<UserToBan> {
  const people = await trx
    .selectFrom('users')
    .where((eb) => eb.or([eb('id', '=', admin.id), eb('username_key', '=', username.toLowerCase())]))
    .select([
      'id',
      'username_key as name',
      'is_admin as isAdmin',
      'is_built_in as isBuiltIn',
      'banned_at as bannedAt',
    ])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  // The caller may have lost the role since the request began.
  const caller = people.find(({ id }) => id === admin.id)
  if (!caller?.isAdmin || caller.bannedAt) throw new Refused(errors.notAdmin)
  const user = people.find(({ name }) => name === username.toLowerCase())
  if (!user) throw new Refused(errors.userNotFound)
  return user
}

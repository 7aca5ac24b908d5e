import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { lockPermissionsExclusively } from '../../core/permissions/permissionLock.ts'
import { liftSiteBan } from '../../core/users/liftSiteBan.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { orderContentDeletion } from './deleteContent.ts'
import { banRefusal } from './policy.ts'

/**
 * Bans a user from the whole site and logs them out everywhere; what they wrote is deleted afterwards, if
 * that is wanted. Banning again changes nothing else.
 *
 * @param ban.deleteContentDays deletes what they wrote in this many last days; 0 or less: everything; missing: nothing.
 * @throws Refused with `not_admin` (no longer), `user_not_found`, or `no_ban_admin` for every admin, oneself included,
 *   and `user-deleted` for the accounts of the program; nobody is logged out then.
 */
export async function banUser(
  db: Db,
  admin: { id: string },
  ban: { username: string; deleteContentDays: number | undefined },
): Promise<void> {
  const { deleteContentDays } = ban
  await db.transaction().execute(async (trx) => {
    await lockPermissionsExclusively(trx, ban)
    const user = await lockUser(trx, admin, ban.username)
    enforce(banRefusal(user))
    await sql`
      with logged_out as (delete from sessions where user_id = ${user.id})
      update users set banned_at = now() where id = ${user.id} and banned_at is null`.execute(trx)
    const deletes = deleteContentDays !== undefined
    if (!user.bannedAt || deletes)
      await recordAction(trx, {
        action: deletes ? 'ban_user_with_content' : 'ban_user',
        actor: admin,
        actedAs: 'admins',
        communityId: null,
        userId: user.id,
      })
    if (deletes)
      await orderContentDeletion(trx, { userId: user.id, adminId: admin.id, days: deleteContentDays })
  })
}

/** Lifts a ban from the site; who is not banned stays so. @throws Refused with `not_admin` or `user_not_found`. */
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

/** The user of this name, locked together with the admin: what they are holds until the transaction ends. */
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

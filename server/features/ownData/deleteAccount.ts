import type { Endpoints } from '../../../contract/endpoints/index.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import { enforceOwnPassword } from '../../core/accounts/ownPassword.ts'
import type { Call } from '../../core/api/route.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { enforceOtherAdmin } from '../../core/permissions/admin.ts'
import { lockPermissionsExclusively } from '../../core/permissions/permissionLock.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { eraseAccount, lockCommunitiesOf } from './erase.ts'

/** Why an account cannot be deleted, or null when it can; a suspension must be lifted first. */
function deletionRefusal(user: { deletedAt: Date | null; bannedAt: Date | null }): Refusal {
  if (user.deletedAt) return errors.userDeleted
  return user.bannedAt ? errors.userBanned : null
}

/**
 * Permanently deletes the caller's account, or, for admins, any other. Its posts, comments and votes stay, with the ghost
 * as their author.
 *
 * @throws Refused in this order with 429, `wrong_password` (the caller's), `not_admin`, `user_not_found`,
 *   `last_admin`, `user-deleted` or `user-banned`; nothing has changed then.
 */
export async function deleteAccount(call: Call<Endpoints['deleteUser']>): Promise<{ success: true }> {
  const { db, viewer, limiter, ip, session } = call
  await limiter.take('accountDeletion', { ip, member: viewer.id })
  const stored = await enforceOwnPassword(call, call.body.password)
  const name = call.params.username.toLowerCase()
  const isOwn = name === viewer.username.toLowerCase()
  if (!isOwn && !viewer.isAdmin) throw new Refused(errors.notAdmin)
  const { id: userId } = await db
    .selectFrom('users')
    .where('username_key', '=', name)
    .select('id')
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  await db.transaction().execute(async (trx) => {
    await lockPermissionsExclusively(trx, { id: userId })
    const locked = await lockCommunitiesOf(trx, userId)
    await enforceOtherAdmin(trx, { id: userId })
    const people = await trx
      .selectFrom('users')
      .where('id', 'in', [viewer.id, userId])
      .select([
        'id',
        'is_admin as isAdmin',
        'password_hash as passwordHash',
        'deleted_at as deletedAt',
        'banned_at as bannedAt',
      ])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    // Checked again under the locks, because all of this may have changed meanwhile.
    const caller = people.find(({ id }) => id === viewer.id)
    if (caller?.passwordHash !== stored) throw new Refused(errors.wrongOwnPassword)
    if (!isOwn && !caller?.isAdmin) throw new Refused(errors.notAdmin)
    const user = people.find(({ id }) => id === userId)
    if (!user) throw new Refused(errors.userNotFound)
    enforce(deletionRefusal(user))
    await eraseAccount(trx, user.id, { deletedBy: viewer.id, locked })
    if (!isOwn)
      await recordAction(trx, {
        action: 'delete_user',
        actor: viewer,
        actedAs: 'admins',
        communityId: null,
        userId: user.id,
      })
  })
  if (isOwn) await session.signOut()
  return { success: true }
}

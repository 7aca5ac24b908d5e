import type { Endpoints } from '../../../contract/endpoints/index.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import { enforceOwnPassword } from '../../core/accounts/ownPassword.ts'
import type { Call } from '../../core/api/route.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { clientOf } from '../../platform/http/rateLimits.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { eraseAccount } from './erase.ts'
import { findNamed, lockForDeletion, orderErasure, parseErasedContent } from './erasing/order.ts'

/** Why an account cannot be deleted, or null when it can; a suspension must be lifted first. */
function deletionRefusal(user: { deletedAt: Date | null; bannedAt: Date | null }): Refusal {
  if (user.deletedAt) return errors.userDeleted
  return user.bannedAt ? errors.userBanned : null
}

/** Why a member cannot be erased, or null when they can, also if they are banned or deleted: the accounts of the program stand for many. */
const erasureRefusal = ({ isBuiltIn }: { isBuiltIn: boolean }): Refusal =>
  isBuiltIn ? errors.userDeleted : null

/**
 * Permanently deletes the caller's account, or, for admins, any other. Its posts, comments and votes stay, with the ghost
 * as their author; with `content`, the member is erased in the background.
 *
 * @throws Refused in this order with 429, `wrong_password` (the caller's), `invalid_erased_content`, `not_admin`, `user_not_found`,
 *   `last_admin`, `user-deleted` or `user-banned`; nothing has changed then.
 */
export async function deleteAccount(call: Call<Endpoints['deleteUser']>): Promise<{ success: true }> {
  const { db, viewer, limiter, ip, session } = call
  await limiter.take('accountDeletion', clientOf(viewer, ip))
  const stored = await enforceOwnPassword(call, call.body.password)
  const content = parseErasedContent(call.body.content)
  const isOwn = call.params.username.toLowerCase() === viewer.username.toLowerCase()
  if (!isOwn && !viewer.isAdmin) throw new Refused(errors.notAdmin)
  const named = await findNamed(db, call.params.username)
  if (!named) throw new Refused(errors.userNotFound)
  const userId = named.id
  await db.transaction().execute(async (trx) => {
    const locked = await lockForDeletion(trx, userId)
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
    enforce(content === null ? deletionRefusal(user) : erasureRefusal(named))
    if (content === null) await eraseAccount(trx, user.id, { deletedBy: viewer.id, locked })
    else await orderErasure(trx, user.id, { content, orderedBy: viewer.id, locked })
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

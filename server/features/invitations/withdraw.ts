import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { enforceAdmin } from '../../core/permissions/admin.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'

/**
 * Withdraws an invitation of one's own, or as an admin, someone else's, which the moderation log records.
 *
 * @throws Refused with `invitation-not-found`, also for one of someone else.
 */
export function withdrawInvitation(
  db: Db,
  by: { id: string; isAdmin: boolean },
  code: string,
): Promise<null> {
  return db.transaction().execute(async (trx) => {
    if (by.isAdmin) await enforceAdmin(trx, by)
    const found = await trx
      .selectFrom('invitations')
      .where('code', '=', code)
      .$if(!by.isAdmin, (q) => q.where('created_by', '=', by.id))
      .select(['id', 'created_by as createdBy', 'withdrawn_at as withdrawnAt'])
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new Refused(errors.invitationNotFound))
    if (found.withdrawnAt) return null
    await trx
      .updateTable('invitations')
      .set({ withdrawn_at: sql<Date>`now()` })
      .where('id', '=', found.id)
      .execute()
    if (found.createdBy !== by.id)
      await recordAction(trx, {
        action: 'withdraw_invitation',
        actor: by,
        actedAs: 'admins',
        communityId: null,
        userId: found.createdBy,
      })
    return null
  })
}

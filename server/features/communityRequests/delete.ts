import { errors } from '../../../contract/errors.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { enforceAdmin } from '../../core/permissions/admin.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'

const largestId = 2 ** 31 - 1

/**
 * Removes a request from the list; does nothing if it does not exist.
 *
 * @throws Refused with `invalid_id` for an id that is not a number, or `not_admin` (no longer).
 */
export function deleteCommunityRequest(db: Db, by: { id: string }, requestId: string): Promise<null> {
  if (!/^\d{1,10}$/.test(requestId)) throw new Refused(errors.invalidRequestId)
  return db.transaction().execute(async (trx) => {
    await enforceAdmin(trx, by)
    if (Number(requestId) > largestId) return null
    const removed = await trx
      .deleteFrom('community_requests')
      .where('id', '=', Number(requestId))
      .returning(['user_id as userId', 'name as communityName'])
      .executeTakeFirst()
    if (removed)
      await recordAction(trx, {
        action: 'remove_request',
        actor: by,
        actedAs: 'admins',
        communityId: null,
        userId: removed.userId,
        details: { communityName: removed.communityName },
      })
    return null
  })
}

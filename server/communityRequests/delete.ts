import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'

const largestId = 2 ** 31 - 1

/**
 * Removes a request from the list; one that is not there is removed already.
 *
 * @throws Refused with `invalid_id` for what is no number.
 */
export async function deleteCommunityRequest(db: Db, requestId: string): Promise<null> {
  if (!/^\d{1,10}$/.test(requestId)) throw new Refused(errors.invalidRequestId)
  if (Number(requestId) <= largestId)
    await db.deleteFrom('community_requests').where('id', '=', Number(requestId)).execute()
  return null
}

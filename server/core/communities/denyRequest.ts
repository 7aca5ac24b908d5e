import { sql } from 'kysely'
import { errors, type Refusal } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { cut } from '../../platform/http/text.ts'
import { recordAction } from '../moderationLog/record.ts'
import { notifyMember } from '../notifications/notify.ts'
import { enforceAdmin } from '../permissions/admin.ts'

/** Why a request cannot be denied, or null when it can. */
function denialRefusal(request: {
  deniedAt: Date | null
  communityExists: boolean
  requesterIsDeleted: boolean
}): Refusal {
  if (request.deniedAt) return errors.requestAlreadyDenied
  if (request.communityExists) return errors.requestAlreadyCreated
  if (request.requesterIsDeleted) return errors.userNotFound
  return null
}

/**
 * Declines a request and notifies the requester.
 *
 * @param denial.body the whole text for the requester; without one it says that the request was declined.
 * @throws Refused with `invalid_id`, `already_denied`, `community-already-exists` or `user_not_found`.
 */
export function denyCommunityRequest(
  db: Db,
  by: { id: string },
  denial: { id: number; body: string },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await enforceAdmin(trx, by)
    await lockRequester(trx, denial.id)
    const request = await lockRequest(trx, denial.id)
    enforce(denialRefusal(request))
    const note =
      cut(denial.body.trim(), limits.denialNoteMaxLength) ||
      `Your request for +${request.name} has been declined.`
    await trx
      .updateTable('community_requests')
      .set({ denied_at: sql<Date>`now()`, denied_by: by.id, denied_note: note })
      .where('id', '=', request.id)
      .execute()
    await notifyMember(trx, request.userId, { type: 'denied_comm', body: note })
    await recordAction(trx, {
      action: 'deny_request',
      actor: by,
      actedAs: 'admins',
      communityId: null,
      userId: request.userId,
      details: { communityName: request.name },
    })
  })
}

/** Locked before the request: members come first in the lock order. */
async function lockRequester(trx: Db, requestId: number): Promise<void> {
  if (!isRequestId(requestId)) throw new Refused(errors.invalidCommunityRequestId)
  await trx
    .selectFrom('users')
    .where('id', '=', (eb) =>
      eb.selectFrom('community_requests').where('id', '=', requestId).select('user_id'),
    )
    .select('id')
    .forNoKeyUpdate()
    .execute()
}

const largestId = 2 ** 31 - 1
const isRequestId = (id: number) => Number.isInteger(id) && id >= 0 && id <= largestId

async function lockRequest(trx: Db, id: number) {
  const { requesterDeletedAt, communityExists, ...request } = await trx
    .selectFrom('community_requests as request')
    .innerJoin('users as requester', 'requester.id', 'request.user_id')
    .where('request.id', '=', id)
    .select(['request.id', 'request.name', 'request.user_id as userId', 'request.denied_at as deniedAt'])
    .select('requester.deleted_at as requesterDeletedAt')
    .select(sql<boolean>`community_named(request.name_key) is not null`.as('communityExists'))
    .forNoKeyUpdate('request')
    .executeTakeFirstOrThrow(() => new Refused(errors.invalidCommunityRequestId))
  return {
    ...request,
    requesterIsDeleted: requesterDeletedAt !== null,
    communityExists,
  }
}

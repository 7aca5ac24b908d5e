import { sql } from 'kysely'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { stayAdmin } from '../admin/caller.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import { cut } from '../http/text.ts'
import { recordAct } from '../moderation/log.ts'
import { tellMember } from '../notifications/tell.ts'
import { denialRefusal } from './policy.ts'

/**
 * Declines a request, and tells whoever made it.
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
    await lockBoth(trx, by.id, denial.id)
    await stayAdmin(trx, by)
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
    await tellMember(trx, request.userId, { type: 'denied_comm', body: note })
    await recordAct(trx, {
      action: 'deny_request',
      actor: by,
      actedAs: 'admins',
      communityId: null,
      userId: request.userId,
      details: { communityName: request.name },
    })
  })
}

/** In the order of their ids, so that two admins who deny each other's requests do not wait crosswise. */
async function lockBoth(trx: Db, adminId: string, requestId: number): Promise<void> {
  if (!isRequestId(requestId)) throw new Refused(errors.invalidCommunityRequestId)
  await sql`
    select from users
    where id = ${adminId} or id = (select user_id from community_requests where id = ${requestId})
    order by id for no key update`.execute(trx)
}

const largestId = 2 ** 31 - 1
const isRequestId = (id: number) => Number.isInteger(id) && id >= 0 && id <= largestId

async function lockRequest(trx: Db, id: number) {
  return trx
    .selectFrom('community_requests as request')
    .innerJoin('users as requester', 'requester.id', 'request.user_id')
    .where('request.id', '=', id)
    .select([
      'request.id',
      'request.name',
      'request.user_id as userId',
      'request.denied_at as deniedAt',
      sql<boolean>`requester.deleted_at is not null`.as('requesterIsDeleted'),
      sql<boolean>`exists (select from communities where communities.name_key = request.name_key)`.as(
        'communityExists',
      ),
    ])
    .forNoKeyUpdate('request')
    .executeTakeFirstOrThrow(() => new Refused(errors.invalidCommunityRequestId))
}

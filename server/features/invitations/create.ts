import { sql } from 'kysely'
import type { Endpoints } from '../../../contract/endpoints/index.ts'
import type { Invitation } from '../../../contract/entities/invitation.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { invitingRefusal } from '../../core/access/policy.ts'
import type { Call } from '../../core/api/route.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { randomText } from '../../platform/http/randomText.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { invitationView, isUsable, selectInvitations } from './queries.ts'

/** About 120 random bits. */
const codeLength = 20

/**
 * Makes an invitation.
 *
 * @throws Refused with `may-not-invite`, `invalid-invitation` or `too-many-invitations`.
 */
export async function createInvitation({
  db,
  viewer,
  settings,
  body: { uses, days },
}: Call<Endpoints['createInvitation']>): Promise<Invitation> {
  enforce(invitingRefusal(viewer, settings))
  const usesMax = viewer.isAdmin ? limits.invitationUsesMax : limits.invitationUsesOfMembersMax
  if (uses < 1 || uses > usesMax || days < 1 || days > limits.invitationDaysMax)
    throw new Refused(errors.invalidInvitation)
  const code = randomText(codeLength)
  const inserted = await inTransaction(db, async (trx) => {
    // Locked first, so that the count includes what others have committed by then.
    await trx.selectFrom('users').where('id', '=', viewer.id).select('id').forNoKeyUpdate().execute()
    return sql`
      insert into invitations (code, created_by, uses_max, expires_at)
      select ${code}, ${viewer.id}, ${uses}, now() + make_interval(days => ${days})
      where ${viewer.isAdmin} or (
        select count(*) from invitations where created_by = ${viewer.id} and ${isUsable}
      ) < ${sql.lit(limits.invitationsPerMemberMax)}`.execute(trx)
  })
  if (!inserted.numAffectedRows) throw new Refused(errors.tooManyInvitations)
  return invitationView(await selectInvitations(db).where('code', '=', code).executeTakeFirstOrThrow())
}

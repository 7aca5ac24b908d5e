import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import { trustLevels, trustOf } from '../../../contract/trust.ts'
import { parseReason, recordAction } from '../../core/moderationLog/record.ts'
import { findTrustFacts } from '../../core/trust/updateTrust.ts'
import { lockMember } from '../../core/users/lockMembers.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'

/**
 * Sets the trust level of a member, which then stays; or lets it follow from what they do again (null), from what they have
 * earned. The log records it, for admins only.
 *
 * @throws Refused with `invalid_trust_level`, `not_admin`, `user_not_found` or `user-deleted`.
 */
export async function setTrust(
  db: Db,
  admin: { readonly id: string },
  given: { username: string; level: number | null; reason?: string | undefined },
): Promise<void> {
  const { level } = given
  if (level !== null && !trustLevels.some((one) => one === level)) throw new Refused(errors.invalidTrustLevel)
  await db.transaction().execute(async (trx) => {
    const member = await lockMember(trx, admin, given.username, { takesPermissions: false })
    if (member.deletedAt || member.isBuiltIn) throw new Refused(errors.userDeleted)
    const facts = level === null ? await findTrustFacts(trx, member.id) : null
    const stored = level ?? (facts ? trustOf(facts) : 0)
    await sql`
      with pin as (
        insert into member_trust (user_id, pinned_at, pinned_by)
        values (${member.id}, case when ${level !== null} then now() end, case when ${level !== null} then ${admin.id}::bigint end)
        on conflict (user_id) do update set pinned_at = excluded.pinned_at, pinned_by = excluded.pinned_by, below_since = null
      )
      update users set trust_level = ${stored}, is_trust_pinned = ${level !== null} where id = ${member.id}`.execute(
      trx,
    )
    await recordAction(trx, {
      action: level === null ? 'unset_trust' : 'set_trust',
      actor: admin,
      actedAs: 'admins',
      communityId: null,
      userId: member.id,
      reason: parseReason(given.reason),
      details: { trustLevel: stored },
    })
  })
}

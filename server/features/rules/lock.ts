import { errors } from '../../../contract/errors.ts'
import { toolsRefusal } from '../../core/communities/policy.ts'
import type { RuleKey } from '../../core/communities/rules.ts'
import type { LockedCommunity } from '../../core/permissions/lockCommunity.ts'
import type { StaffRole } from '../../core/permissions/roles.ts'
import { getRoles, staffRoleOf } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'

/**
 * Checks that the viewer may change a rule, and locks its community.
 *
 * @returns the community, and the role in which they act.
 * @throws Refused with `rules-not-found` or `not_mod`.
 */
export async function lockRules(
  trx: Db,
  member: Viewer,
  { communityId, ruleId }: RuleKey,
): Promise<{ community: LockedCommunity; actedAs: StaffRole }> {
  const community = await trx
    .selectFrom('communities')
    .innerJoin('community_rules as rules', 'rules.community_id', 'communities.id')
    .where('communities.id', '=', communityId)
    .where('communities.deleted_at', 'is', null)
    .where('rules.id', '=', ruleId)
    .select(['communities.id', 'communities.name'])
    .forNoKeyUpdate('communities')
    .executeTakeFirstOrThrow(() => new Refused(errors.rulesNotFound))
  const roles = await getRoles(trx, member, community, ['rules'])
  enforce(toolsRefusal(roles))
  return { community, actedAs: staffRoleOf(roles) }
}

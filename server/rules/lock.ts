import { errors } from '../../contract/errors.ts'
import { type LockedCommunity, officeOf, standingIn } from '../communities/lock.ts'
import { toolsRefusal } from '../communities/policy.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import type { OfficialRole } from '../moderation/roles.ts'
import type { RuleAddress } from './read.ts'

/**
 * Locks the community of a rule for somebody who may change its rules.
 *
 * @returns the community, and as whom they act there.
 * @throws Refused with `rules-not-found` or `not_mod`.
 */
export async function lockRules(
  trx: Db,
  member: Viewer,
  { communityId, ruleId }: RuleAddress,
): Promise<{ community: LockedCommunity; actedAs: OfficialRole }> {
  const community = await trx
    .selectFrom('communities')
    .innerJoin('community_rules as rules', 'rules.community_id', 'communities.id')
    .where('communities.id', '=', communityId)
    .where('communities.deleted_at', 'is', null)
    .where('rules.id', '=', ruleId)
    .select(['communities.id', 'communities.name'])
    .forNoKeyUpdate('communities')
    .executeTakeFirstOrThrow(() => new Refused(errors.rulesNotFound))
  const standing = await standingIn(trx, member, community)
  enforce(toolsRefusal(standing))
  return { community, actedAs: officeOf(standing) }
}

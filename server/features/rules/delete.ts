import type { Rule } from '../../../contract/entities/community.ts'
import { errors } from '../../../contract/errors.ts'
import { parseRuleKey, type RuleKey } from '../../core/communities/rules.ts'
import { ruleColumns, ruleView } from '../../core/communities/ruleView.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { lockRules } from './lock.ts'

/**
 * Deletes and returns a rule.
 *
 * @throws Refused with `rule_not_found`, `rules-not-found` or `not_mod`.
 */
export async function deleteRule(
  db: Db,
  member: Viewer,
  given: RuleKey,
  siteHosts: readonly string[],
): Promise<Rule> {
  const key = parseRuleKey(given)
  return db.transaction().execute(async (trx) => {
    const { community, actedAs } = await lockRules(trx, member, key)
    const row = await trx
      .deleteFrom('community_rules as rules')
      .where('id', '=', key.ruleId)
      .returning(ruleColumns)
      // Someone deleted it meanwhile.
      .executeTakeFirstOrThrow(() => new Refused(errors.rulesNotFound))
    await recordAction(trx, { action: 'delete_rule', actor: member, actedAs, communityId: community.id })
    return ruleView(row, siteHosts)
  })
}

import type { Rule } from '../../contract/entities/community.ts'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { recordAct } from '../moderation/log.ts'
import { lockRules } from './lock.ts'
import { type RuleAddress, readRuleAddress } from './read.ts'
import { ruleColumns, ruleView } from './view.ts'

/**
 * Deletes a rule and returns what it was.
 *
 * @throws Refused with `rule_not_found`, `rules-not-found` or `not_mod`.
 */
export async function deleteRule(db: Db, member: Viewer, given: RuleAddress): Promise<Rule> {
  const address = readRuleAddress(given)
  return db.transaction().execute(async (trx) => {
    const { community, actedAs } = await lockRules(trx, member, address)
    const row = await trx
      .deleteFrom('community_rules as rules')
      .where('id', '=', address.ruleId)
      .returning(ruleColumns)
      // Somebody deleted it while we waited.
      .executeTakeFirstOrThrow(() => new Refused(errors.rulesNotFound))
    await recordAct(trx, { action: 'delete_rule', actor: member, actedAs, communityId: community.id })
    return ruleView(row)
  })
}

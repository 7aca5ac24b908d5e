import type { Rule } from '../../contract/entities/community.ts'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { recordAct } from '../moderation/log.ts'
import { lockRules } from './lock.ts'
import { ruleTextRefusal } from './policy.ts'
import { getRule, type RuleAddress, readRuleAddress } from './read.ts'
import { readRuleDescription, readRuleText } from './texts.ts'
import { ruleColumns, ruleView } from './view.ts'

/** What is to be another; what is missing stays. */
interface RuleChange {
  readonly rule?: string
  readonly description?: string | null
  readonly zIndex?: number
}

/**
 * Changes a rule.
 *
 * @throws Refused with `rule_not_found`, `rules-not-found`, `empty_rule` or `not_mod`.
 */
export async function editRule(
  db: Db,
  editor: Viewer,
  given: RuleAddress,
  change: RuleChange,
): Promise<Rule> {
  const address = readRuleAddress(given)
  const columns = columnsOf(change)
  return db.transaction().execute(async (trx) => {
    const { community, actedAs } = await lockRules(trx, editor, address)
    if (columns.rule !== undefined) enforce(ruleTextRefusal(columns.rule))
    const before = await getRule(trx, address)
    if (Object.keys(columns).length === 0) return before
    const row = await trx
      .updateTable('community_rules as rules')
      .set(columns)
      .where('id', '=', address.ruleId)
      .returning(ruleColumns)
      .executeTakeFirstOrThrow(() => new Refused(errors.rulesNotFound))
    const rule = ruleView(row)
    const isOtherText = rule.rule !== before.rule || rule.description !== before.description
    if (isOtherText || rule.zIndex !== before.zIndex)
      await recordAct(trx, {
        action: isOtherText ? 'edit_rule' : 'reorder_rules',
        actor: editor,
        actedAs,
        communityId: community.id,
      })
    return rule
  })
}

const columnsOf = ({ rule, description, zIndex }: RuleChange) => ({
  ...(rule !== undefined && { rule: readRuleText(rule) }),
  ...(description !== undefined && { description: readRuleDescription(description) }),
  ...(zIndex !== undefined && { z_index: zIndex }),
})

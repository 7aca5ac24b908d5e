import type { Rule } from '../../../contract/entities/community.ts'
import { errors } from '../../../contract/errors.ts'
import { getRule, parseRuleKey, type RuleKey } from '../../core/communities/rules.ts'
import { ruleColumns, ruleView } from '../../core/communities/ruleView.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { lockRules } from './lock.ts'
import { ruleTextRefusal } from './policy.ts'
import { parseRuleDescription, parseRuleText } from './texts.ts'

/** The changes; missing fields stay as they are. */
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
  given: RuleKey,
  change: RuleChange,
  siteHosts: readonly string[],
): Promise<Rule> {
  const key = parseRuleKey(given)
  const columns = columnsOf(change)
  return db.transaction().execute(async (trx) => {
    const { community, actedAs } = await lockRules(trx, editor, key)
    if (columns.rule !== undefined) enforce(ruleTextRefusal(columns.rule))
    const before = await getRule(trx, key, siteHosts)
    if (Object.keys(columns).length === 0) return before
    const row = await trx
      .updateTable('community_rules as rules')
      .set(columns)
      .where('id', '=', key.ruleId)
      .returning(ruleColumns)
      .executeTakeFirstOrThrow(() => new Refused(errors.rulesNotFound))
    const rule = ruleView(row, siteHosts)
    const isOtherText = rule.rule !== before.rule || rule.description !== before.description
    if (isOtherText || rule.zIndex !== before.zIndex)
      await recordAction(trx, {
        action: isOtherText ? 'edit_rule' : 'reorder_rules',
        actor: editor,
        actedAs,
        communityId: community.id,
      })
    return rule
  })
}

const columnsOf = ({ rule, description, zIndex }: RuleChange) => ({
  ...(rule !== undefined && { rule: parseRuleText(rule) }),
  ...(description !== undefined && { description: parseRuleDescription(description) }),
  ...(zIndex !== undefined && { z_index: zIndex }),
})

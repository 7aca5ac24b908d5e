import { sql } from 'kysely'
import type { Rule } from '../../../contract/entities/community.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { toolsRefusal } from '../../core/communities/policy.ts'
import { listRules } from '../../core/communities/rules.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { lockCommunity } from '../../core/permissions/lockCommunity.ts'
import { getRoles, staffRoleOf } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { ruleTextRefusal } from './policy.ts'
import { parseRuleDescription, parseRuleText } from './texts.ts'

interface NewRule {
  readonly rule: string
  readonly description?: string | null
}

/**
 * Adds a rule below the others of a community.
 *
 * @returns all rules of the community.
 * @throws Refused with `invalid_id`, `community/not-found`, `empty_rule`, `not_mod` or `too-many-rules`.
 */
export function createRule(
  db: Db,
  author: Viewer,
  communityId: string,
  requested: NewRule,
  siteHosts: readonly string[],
): Promise<Rule[]> {
  return inTransaction(db, async (trx) => {
    const community = await lockCommunity(trx, { id: communityId })
    const rule = parseRuleText(requested.rule)
    enforce(ruleTextRefusal(rule))
    const roles = await getRoles(trx, author, community, ['rules'])
    enforce(toolsRefusal(roles))
    const { rows } = await sql`
      insert into community_rules (community_id, rule, description, z_index, created_by)
      select ${community.id}, ${rule}, ${parseRuleDescription(requested.description)},
        least(coalesce(max(z_index)::bigint + 1, 1), 2147483647), ${author.id}
      from community_rules where community_id = ${community.id}
      having count(*) < ${limits.rulesPerCommunityMax}
      returning id`.execute(trx)
    if (rows.length === 0) throw new Refused(errors.tooManyRules)
    await recordAction(trx, {
      action: 'add_rule',
      actor: author,
      actedAs: staffRoleOf(roles),
      communityId: community.id,
    })
    return listRules(trx, community.id, siteHosts)
  })
}

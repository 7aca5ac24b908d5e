import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Rule } from '../../../contract/entities/community.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { parseId, parseIdOrNull } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'
import { ruleColumns, ruleView } from './ruleView.ts'

/** Identifies a rule as in the URL; untrusted. */
export interface RuleKey {
  readonly communityId: string
  readonly ruleId: string
}

/** @throws Refused with `rule_not_found` for anything that cannot be the id of a rule. */
export function parseRuleKey({ communityId, ruleId }: RuleKey): RuleKey {
  const id = parseIdOrNull(ruleId)
  if (id === null) throw new Refused(errors.ruleNotFound)
  // No community has the id 0.
  return { communityId: parseIdOrNull(communityId) ?? '0', ruleId: id }
}

const nested = expressionBuilder<DB>()

/** Subquery: the rules of the community of the surrounding query, in order. */
export const rulesOfCommunity = () =>
  jsonArrayFrom(
    nested
      .selectFrom('community_rules as rules')
      .where('rules.community_id', '=', sql.ref<string>('communities.id'))
      .orderBy('rules.z_index')
      .orderBy('rules.id')
      .limit(sql.lit(limits.rulesPerCommunityMax))
      .select(ruleColumns),
  )

/**
 * The rules of a community in order.
 *
 * @throws Refused when the id has not the form of one, and when there is no such community.
 */
export async function listRules(db: Db, communityId: string, siteHosts: readonly string[]): Promise<Rule[]> {
  const { rules } = await db
    .selectFrom('communities')
    .where('communities.id', '=', parseId(communityId))
    .where('communities.deleted_at', 'is', null)
    .select(rulesOfCommunity().as('rules'))
    .executeTakeFirstOrThrow(() => new Refused(errors.communityNotFound))
  return rules.map((rule) => ruleView(rule, siteHosts))
}

/** @throws Refused with `rule_not_found` for what is not an id, with `rules-not-found` when the community has none of it. */
export async function getRule(db: Db, key: RuleKey, siteHosts: readonly string[]): Promise<Rule> {
  const { communityId, ruleId } = parseRuleKey(key)
  const row = await db
    .selectFrom('community_rules as rules')
    .innerJoin('communities', 'communities.id', 'rules.community_id')
    .where('rules.id', '=', ruleId)
    .where('communities.id', '=', communityId)
    .where('communities.deleted_at', 'is', null)
    .select(ruleColumns)
    .executeTakeFirstOrThrow(() => new Refused(errors.rulesNotFound))
  return ruleView(row, siteHosts)
}

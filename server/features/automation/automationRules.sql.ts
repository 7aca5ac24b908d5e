// Made from automationRules.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly days: number
  readonly ruleId: string | null
  readonly communityId: string | null
}

export type AutomationRulesRow = {
  id: string
  community_id: string | null
  name: string
  state: 'on' | 'shadow' | 'off'
  definition: unknown
  version: number
  changed_at: Date
  changed_by: string | null
  hits: number
  reversed: number
}

export const automationRules: Statement<Parameters, AutomationRulesRow> = {
  name: 'automationRules',
  text: `select rule.id as "id", rule.community_id, rule.name as "name", rule.state as "state", rule.definition as "definition", rule.version as "version", latest.changed_at as "changed_at", named(latest.changed_by) as changed_by, counted.hits as "hits", counted.reversed as "reversed" from automation_rules as rule join automation_versions as latest on latest.rule_id = rule.id and latest.version = rule.version cross join lateral ( select count(*)::integer as hits, (count(*) filter (where is_hit_reversed(hit)))::integer as reversed from automation_hits as hit where hit.rule_id = rule.id and hit.at > now() - make_interval(days => $1::integer) ) as counted where case when $2::bigint is null then rule.community_id is not distinct from $3::bigint and rule.deleted_at is null else rule.id = $2 end order by rule.place, rule.id`,
  parameters: ['days', 'ruleId', 'communityId'],
  literals: [],
}

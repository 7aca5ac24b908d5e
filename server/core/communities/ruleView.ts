import { expressionBuilder } from 'kysely'
import type { Rule } from '../../../contract/entities/community.ts'
import type { DB } from '../../platform/database/tables.ts'

const eb = expressionBuilder<{ rules: DB['community_rules'] }, 'rules'>()

/** A rule's columns. Ids are text, because JSON numbers lose digits of a bigint. */
export const ruleColumns = [
  eb.cast<string>('rules.id', 'text').as('id'),
  'rules.rule',
  'rules.description',
  eb.cast<string>('rules.community_id', 'text').as('communityId'),
  'rules.z_index as zIndex',
  eb.cast<string>('rules.created_by', 'text').as('createdBy'),
  'rules.created_at as createdAt',
] as const

/** What the JSON of a rule is made of. The timestamp is a string when the rule is inside another row's JSON. */
interface RuleRow {
  id: string
  rule: string
  description: string | null
  communityId: string
  zIndex: number
  createdBy: string
  createdAt: Date | string
}

/** A rule in JSON, where its id is a number. */
export const ruleView = (row: RuleRow): Rule => ({
  ...row,
  id: Number(row.id),
  createdAt: new Date(row.createdAt).toISOString(),
})

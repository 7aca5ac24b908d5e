import { sql } from 'kysely'
import type { Rule } from '../../../contract/entities/community.ts'

/** A rule's columns; ids as text, so that they survive inside JSON. */
export const ruleColumns = [
  sql<string>`rules.id::text`.as('id'),
  'rules.rule',
  'rules.description',
  sql<string>`rules.community_id::text`.as('communityId'),
  'rules.z_index as zIndex',
  sql<string>`rules.created_by::text`.as('createdBy'),
  'rules.created_at as createdAt',
] as const

/** The moment is a text where the row came as JSON. */
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

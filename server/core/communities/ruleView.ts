import { expressionBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Rule } from '../../../contract/entities/community.ts'
import type { DB } from '../../platform/database/tables.ts'
import { withIds } from '../../platform/markdown/links.ts'
import { type RenderOptions, renderMarkdown } from '../../platform/markdown/render.ts'

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

// Cached, because every page of a post shows the rules, which rarely change.
const rendered = new LRUCache<string, string>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (html, source) => html.length + source.length + 100,
})

function htmlOf(source: string, options: RenderOptions): string {
  const key = JSON.stringify([options, source])
  const known = rendered.get(key)
  if (known !== undefined) return known
  const html = renderMarkdown(source, options)
  rendered.set(key, html)
  return html
}

/** A rule in JSON, where its id is a number. */
export const ruleView = (row: RuleRow, siteHosts: readonly string[]): Rule => ({
  ...row,
  id: Number(row.id),
  // Clicking the rule shows its description, so it must not contain links.
  ruleHtml: htmlOf(row.rule, { isLine: true, noLinks: true }),
  descriptionHtml: row.description && withIds(htmlOf(row.description, { siteHosts }), `rule${row.id}`),
  createdAt: new Date(row.createdAt).toISOString(),
})

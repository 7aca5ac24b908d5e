// Made from listedReports.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly communityId: string
  readonly reportId: string | null
  readonly limit: number
  readonly offset: string
  readonly filter: 'all' | 'posts' | 'comments'
}

export type ListedReportsRow = {
  id: string
  community_id: string
  post_id: string
  comment_id: string | null
  reason_id: number | null
  rule_id: string | null
  note: string | null
  reason: string
  description: string | null
  created_at: Date
  reporter: string | null
}

export const listedReports: Statement<Parameters, ListedReportsRow> = {
  name: 'listedReports',
  text: `with page as materialized ( select id from open_reports where community_id = $1 and ($2::bigint is null or id = $2) and case \${filter} when 'posts' then comment_id is null when 'comments' then comment_id is not null else true end order by id desc limit $3::integer offset $4 ) select open_reports.id as "id", community_id as "community_id", post_id as "post_id", comment_id, reason_id, rule_id, note, reason as "reason", description, created_at as "created_at", reporter from page join open_reports using (id) order by open_reports.id desc`,
  parameters: ['communityId', 'reportId', 'limit', 'offset'],
  literals: ['filter'],
}

// Made from historyPage.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly memberId: string
  readonly entriesMax: string
  readonly communityId: string
  readonly actions: readonly string[]
  readonly hasCursor: boolean
  readonly cursorId: string | null
  readonly limit: string
}

export type HistoryPageRow = {
  id: string
  action: string
  acted_as: 'mods' | 'admins'
  comment_id: string | null
  reason: string | null
  rule: string | null
  ban_kind: string | null
  expires_at: string | null
  created_at: Date
  post_public_id: string | null
  post_title: string | null
  moderator: string
}

export const historyPage: Statement<Parameters, HistoryPageRow> = {
  name: 'historyPage',
  text: `with recent as materialized ( select * from moderation_log where member_id = $1 order by id desc limit $2 ) select recent.id, recent.action, recent.acted_as, recent.comment_id, recent.reason, recent.details->>'rule' as rule, recent.details->>'kind' as ban_kind, recent.details->>'expiresAt' as expires_at, recent.created_at, posts.public_id as post_public_id, posts.title as post_title, case when actor.deleted_at is null then actor.username else 'ghost' end as "moderator" from recent join users as actor on actor.id = recent.actor_id left join posts on posts.id = recent.post_id where recent.community_id = $3 and recent.action = any($4) and (not $5 or recent.id <= $6::bigint) order by recent.id desc limit $7`,
  parameters: ['memberId', 'entriesMax', 'communityId', 'actions', 'hasCursor', 'cursorId', 'limit'],
  literals: [],
}

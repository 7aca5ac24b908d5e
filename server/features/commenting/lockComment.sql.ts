// Made from lockComment.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly commentId: string
  readonly actorId: string
  readonly actedAs: string
  readonly communityId: string
  readonly postId: string
  readonly reason: string | null
  readonly isPublic: boolean
}

export type LockCommentRow = {
  has_changed: boolean | null
  locked_at: Date
}

export const lockComment: Statement<Parameters, LockCommentRow> = {
  name: 'lockComment',
  text: `with locked as materialized ( select lock_comment($1, $2, $3) as has_changed ), log_entry as ( insert into moderation_log (action, actor_id, acted_as, community_id, post_id, comment_id, reason, is_public) select 'lock_comment', $2, $3, $4, $5, $1, $6, $7 from locked where has_changed ) select has_changed, now() as locked_at from locked`,
  parameters: ['commentId', 'actorId', 'actedAs', 'communityId', 'postId', 'reason', 'isPublic'],
  literals: [],
}

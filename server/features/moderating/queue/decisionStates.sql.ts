// Made from decisionStates.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly postIds: readonly string[]
  readonly commentIds: readonly string[]
}

export type DecisionStatesRow = {
  post_id: string
  comment_id: string | null
  deleted_at: Date | null
  deleted_as: 'normal' | 'mods' | 'admins' | null
  deleter: string | null
  version: string
  outcome: 'removed' | 'locked' | 'kept' | null
  reviewer: string | null
  reviewed_at: Date | null
}

export const decisionStates: Statement<Parameters, DecisionStatesRow> = {
  name: 'decisionStates',
  text: `with target as ( select posts.id as post_id, null::bigint as comment_id, posts.deleted_at, posts.deleted_as, posts.deleted_by from posts where posts.id = any($1) union all select comments.post_id, comments.id, comments.deleted_at, comments.deleted_as, comments.deleted_by from comments where comments.id = any($2) ) select target.post_id as "post_id", target.comment_id, target.deleted_at, target.deleted_as, named(target.deleted_by) as deleter, coalesce(microseconds_of(reviews.reviewed_at), 0)::text as "version", reviews.outcome, named(reviews.reviewed_by) as reviewer, reviews.reviewed_at from target left join reviews on reviews.post_id = target.post_id and coalesce(reviews.comment_id, 0) = coalesce(target.comment_id, 0)`,
  parameters: ['postIds', 'commentIds'],
  literals: [],
}

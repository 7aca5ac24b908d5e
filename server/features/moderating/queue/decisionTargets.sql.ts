// Made from decisionTargets.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly postIds: readonly string[]
  readonly commentIds: readonly string[]
  readonly memberId: string
  readonly ruleId: number | null
}

export type DecisionTargetsRow = {
  post_id: string
  comment_id: string | null
  community_id: string
  author_id: string
  title: string
  post_deleted_as: 'normal' | 'mods' | 'admins' | null
  community_name: string
  author_name: string
  rule: string | null
  is_admin: boolean
  is_moderator: boolean
}

export const decisionTargets: Statement<Parameters, DecisionTargetsRow> = {
  name: 'decisionTargets',
  text: `with target as materialized ( select posts.id as post_id, null::bigint as comment_id, posts.community_id, posts.author_id, posts.title, posts.deleted_as from posts where posts.id = any($1) union all select comments.post_id, comments.id, posts.community_id, comments.author_id, posts.title, posts.deleted_as from comments join posts on posts.id = comments.post_id where comments.id = any($2) ), community as materialized ( select of_target.community_id, roles.is_admin, roles.is_moderator from (select distinct community_id from target) as of_target cross join lateral lock_roles($3, of_target.community_id) as roles ) select target.post_id as "post_id", target.comment_id, target.community_id as "community_id", target.author_id as "author_id", target.title as "title", target.deleted_as as post_deleted_as, communities.name as community_name, author.username as author_name, community_rules.rule, community.is_admin as "is_admin", community.is_moderator as "is_moderator" from target join community on community.community_id = target.community_id join communities on communities.id = target.community_id and communities.deleted_at is null join users as author on author.id = target.author_id left join community_rules on community_rules.community_id = target.community_id and community_rules.id = $4::double precision`,
  parameters: ['postIds', 'commentIds', 'memberId', 'ruleId'],
  literals: [],
}

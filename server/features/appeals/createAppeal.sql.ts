// Made from createAppeal.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly memberId: string
  readonly actions: readonly string[]
  readonly act: string
  readonly communityId: string | null
  readonly commentId: string | null
  readonly postId: string | null
  readonly text: string
}

export type CreateAppealRow = { refusal: 'nothingToAppeal' | 'alreadyAppealed' } | {
  refusal: null
  id: string
  needs: string[]
  acted_as: 'mods' | 'admins'
  actor_id: string
  community_id: string | null
  post_id: string | null
}

export const createAppeal: Statement<Parameters, CreateAppealRow> = {
  name: 'createAppeal',
  text: `with entry as materialized ( select id from moderation_log where member_id = $1 and actor_id <> $1 and action = any($2) and case when $3 = 'ban' then community_id is not distinct from $4 when $5::bigint is not null then comment_id = $5 else post_id = $6 and comment_id is null end order by id desc limit 1 ), in_force as ( select entry.* from moderation_log as entry where id = (select id from entry) and is_in_force(entry) ), post as materialized ( select id as post_id, community_id from posts where id = (select post_id from in_force where comment_id is null) for share ), place as materialized ( select post_id, community_id from post union all select thread.post_id, thread.community_id from in_force cross join lateral settled_comment(comment_id) as thread where comment_id is not null ), appeal as ( insert into appeals (entry_id, act, member_id, community_id, post_id, comment_id, actor_id, acted_as, acted_at, rule, reason, body) select id, $3, $1, coalesce(place.community_id, in_force.community_id), coalesce(place.post_id, in_force.post_id), comment_id, actor_id, acted_as, created_at, details->>'rule', reason, $7 from in_force left join place on true on conflict (entry_id) do nothing returning id, permission_of(appeals) as needs ) select case when in_force.id is null then 'nothingToAppeal' when appeal.id is null then 'alreadyAppealed' end as refusal, appeal.id, appeal.needs, in_force.acted_as, in_force.actor_id, coalesce(place.community_id, in_force.community_id) as community_id, coalesce(place.post_id, in_force.post_id) as post_id from (values (0)) as always left join in_force on true left join place on true left join appeal on true`,
  parameters: ['memberId', 'actions', 'act', 'communityId', 'commentId', 'postId', 'text'],
  literals: [],
}

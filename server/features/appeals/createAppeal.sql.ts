// Made from createAppeal.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly memberId: string
  readonly actions: readonly string[]
  readonly act: string
  readonly communityId: string | null
  readonly postId: string | null
  readonly commentId: string | null
  readonly text: string
}

export type CreateAppealRow = { refusal: 'nothingToAppeal' | 'alreadyAppealed' } | {
  refusal: null
  id: string
  acted_as: 'mods' | 'admins'
  actor_id: string
  community_id: string | null
  post_id: string | null
}

export const createAppeal: Statement<Parameters, CreateAppealRow> = {
  name: 'createAppeal',
  text: `with entry as materialized ( select moderation_log.* from moderation_log where member_id = $1 and actor_id <> $1 and action = any($2) and case when $3 = 'ban' then community_id is not distinct from $4 else post_id = coalesce($5, (select comments.post_id from comments where comments.id = $6)) and comment_id is not distinct from $6 end order by id desc limit 1 ), in_force as ( select entry.* from entry where case $3 when 'ban' then exists ( select from community_bans as ban where ban.user_id = $1 and ban.community_id = entry.community_id and is_ban_in_force(ban.expires_at)) or entry.community_id is null and exists ( select from users where users.id = $1 and banned_at is not null union all select from site_bans as ban where ban.user_id = $1 and is_ban_in_force(ban.expires_at)) when 'lock' then exists (select from comments where comments.id = entry.comment_id and locked_as = entry.acted_as) or entry.comment_id is null and exists ( select from posts where posts.id = entry.post_id and locked_as = entry.acted_as) else exists (select from comments where comments.id = entry.comment_id and deleted_as = entry.acted_as) or entry.comment_id is null and exists ( select from posts where posts.id = entry.post_id and deleted_as = entry.acted_as) end ), appeal as ( insert into appeals (entry_id, act, member_id, community_id, post_id, comment_id, actor_id, acted_as, acted_at, rule, reason, body) select id, $3, $1, community_id, post_id, comment_id, actor_id, acted_as, created_at, details->>'rule', reason, $7 from in_force on conflict (entry_id) do nothing returning id ) select case when in_force.id is null then 'nothingToAppeal' when appeal.id is null then 'alreadyAppealed' end as refusal, appeal.id, in_force.acted_as, in_force.actor_id, in_force.community_id, in_force.post_id from (values (0)) as always left join in_force on true left join appeal on true`,
  parameters: ['memberId', 'actions', 'act', 'communityId', 'postId', 'commentId', 'text'],
  literals: [],
}

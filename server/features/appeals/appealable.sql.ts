// Made from appealable.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly memberId: string
  readonly entriesMax: string
  readonly limit: string
}

export type AppealableRow = {
  act: 'lock' | 'ban' | 'removal'
  comment_id: string | null
  post_id: string | null
  community_id: string | null
  community_name: string | null
  post_public_id: string | null
  post_title: string | null
  post_author_id: string | null
  post_deleted_as: 'normal' | 'mods' | 'admins' | null
  acted_as: 'mods' | 'admins'
  acted_at: Date
  rule: string | null
  reason: string | null
}

export const appealable: Statement<Parameters, AppealableRow> = {
  name: 'appealable',
  text: `with recent as materialized ( select *, case when action like 'lock_%' then 'lock' when action like '%ban%' then 'ban' else 'removal' end as act from moderation_log where member_id = $1 and actor_id <> $1 and action in ('remove_post', 'remove_post_content', 'erase_post', 'remove_comment', 'erase_comment', 'lock_post', 'lock_comment', 'ban_from_community', 'change_community_ban', 'ban_user', 'ban_user_with_content', 'change_site_ban') order by id desc limit $2 ), latest as ( select distinct on (act, community_id, post_id, comment_id) * from recent order by act, community_id, post_id, comment_id, id desc ) select latest.act, latest.comment_id, latest.post_id, latest.community_id, communities.name as community_name, posts.public_id as post_public_id, posts.title as post_title, posts.author_id as post_author_id, posts.deleted_as as post_deleted_as, latest.acted_as, latest.created_at as acted_at, latest.details->>'rule' as rule, latest.reason from latest left join communities on communities.id = latest.community_id left join posts on posts.id = latest.post_id where not exists (select from appeals where appeals.entry_id = latest.id) and is_in_force((select entry from moderation_log as entry where entry.id = latest.id)) order by latest.id desc limit $3`,
  parameters: ['memberId', 'entriesMax', 'limit'],
  literals: [],
}

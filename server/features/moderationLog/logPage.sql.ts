// Made from logPage.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly communityId: string | null
  readonly action: string | null
  readonly actorId: string | null
  readonly moderatedIds: readonly string[]
  readonly fromDay: string | null
  readonly toDay: string | null
  readonly cursorId: string | null
  readonly includesPrivate: boolean
  readonly hasCommunity: boolean
  readonly hasAction: boolean
  readonly hasActor: boolean
  readonly hidesUnnamed: boolean
  readonly hasFrom: boolean
  readonly hasTo: boolean
  readonly hasCursor: boolean
  readonly limit: number
}

export type LogPageRow = {
  id: string
  action: string
  acted_as: 'mods' | 'admins'
  reason: string | null
  details: unknown
  created_at: Date
  comment_id: string | null
  actor_username: string
  actor_is_deleted: boolean
  actor_is_built_in: boolean
  community_id: string | null
  community_name: string | null
  names_shown: boolean | null
  post_public_id: string | null
  post_title: string | null
  post_author_id: string | null
  post_community_id: string | null
  user_username: string | null
  user_is_deleted: boolean
}

export const logPage: Statement<Parameters, LogPageRow> = {
  name: 'logPage',
  text: `with /* custom plan */ page as materialized ( select * from moderation_log where (\${includesPrivate} or is_public) and (not \${hasCommunity} or community_id = $1::bigint) and (not \${hasAction} or action = $2::text) and (not \${hasActor} or actor_id = $3::bigint) and (not \${hidesUnnamed} or (coalesce(community_id, 0) not in (select id from communities where not moderation_log_names) and (action <> 'comment_as_community' or community_id = any($4::bigint[])))) and (not \${hasFrom} or created_at >= $5::text::date and id > coalesce( (select id from moderation_log where created_at < $5::text::date - interval '1 hour' order by created_at desc limit 1), 0)) and (not \${hasTo} or created_at < $6::text::date + 1 and id < coalesce( (select id from moderation_log where created_at >= $6::text::date + interval '25 hours' order by created_at limit 1), 9223372036854775807)) and (not \${hasCursor} or id <= $7::bigint) order by id desc limit \${limit} ) select page.id, page.action, page.acted_as, page.reason, page.details, page.created_at, page.comment_id, actor.username as actor_username, actor.deleted_at is not null as actor_is_deleted, actor.is_built_in as actor_is_built_in, communities.id as community_id, communities.name as community_name, communities.moderation_log_names as names_shown, posts.public_id as post_public_id, case when posts.deleted_at is null then posts.title end as post_title, posts.author_id as post_author_id, posts.community_id as post_community_id, about.username as user_username, about.deleted_at is not null as user_is_deleted from page join users as actor on actor.id = page.actor_id left join communities on communities.id = page.community_id left join posts on posts.id = page.post_id left join users as about on about.id = page.user_id order by page.id desc`,
  parameters: ['communityId', 'action', 'actorId', 'moderatedIds', 'fromDay', 'toDay', 'cursorId'],
  literals: ['includesPrivate', 'hasCommunity', 'hasAction', 'hasActor', 'hidesUnnamed', 'hasFrom', 'hasTo', 'hasCursor', 'limit'],
}

// Made from orderedContent.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly deletionId: string
  readonly placeKey: string | null
  readonly placeId: string | null
  readonly limit: string
  readonly kind: 'post' | 'comment'
  readonly hasPlace: boolean
}

export type OrderedContentRow = {
  id: string
  key: string
}

export const orderedContent: Statement<Parameters, OrderedContentRow> = {
  name: 'orderedContent',
  text: `with content_deletion as materialized ( select user_id, since, until, only_listed, bulk_action_id from content_deletions where id = $1 and taken_back_at is null and finished_at is null ), content as ( select id, created_at from posts where \${kind} = 'post' and author_id = (select user_id from content_deletion) and (deleted_at is null or content_deleted_at is null) and (not (select only_listed from content_deletion) or id in ( select post_id from bulk_action_contents where bulk_action_id = (select bulk_action_id from content_deletion))) union all select id, created_at from ( select id, created_at from comments where \${kind} = 'comment' and author_id = (select user_id from content_deletion) and deleted_at is null union all select comments.id, comments.created_at from community_comments join comments on comments.id = comment_id where \${kind} = 'comment' and written_by = (select user_id from content_deletion) and deleted_at is null ) as comment where (not (select only_listed from content_deletion) or id in ( select comment_id from bulk_action_contents where bulk_action_id = (select bulk_action_id from content_deletion))) ) select id as "id", microseconds_of(created_at) as "key" from content where created_at <= (select until from content_deletion) and created_at >= coalesce((select since from content_deletion), '-infinity') and (not \${hasPlace} or (created_at, id) < (moment_of($2::bigint), $3::bigint)) order by created_at desc, id desc limit $4::bigint`,
  parameters: ['deletionId', 'placeKey', 'placeId', 'limit'],
  literals: ['kind', 'hasPlace'],
}

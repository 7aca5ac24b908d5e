// Made from deleteComments.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly deletionId: string
  readonly placeKey: string | null
  readonly placeId: string | null
  readonly limit: string
  readonly hasPlace: boolean
}

export type DeleteCommentsRow = {
  ids: string[]
  last_key: string | null
  last_id: string | null
}

export const deleteComments: Statement<Parameters, DeleteCommentsRow> = {
  name: 'deleteComments',
  text: `with content_deletion as materialized ( select user_id, ordered_by, since, until from content_deletions where id = $1 ), left_over as materialized ( select id, created_at from comments where author_id = (select user_id from content_deletion) and created_at <= (select until from content_deletion) and created_at >= coalesce((select since from content_deletion), '-infinity') and deleted_at is null and (not \${hasPlace} or (created_at, id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint)) order by created_at desc, id desc limit $4::bigint ), target as materialized ( select comments.id from comments where id in (select id from left_over) and deleted_at is null order by id for no key update ), deleted_comment as materialized ( select delete_comments(array(select id from target), ordered_by) from content_deletion ), mention_removal as materialized ( select user_id, take_back_mentions('{}', array(select id from target), user_id) from content_deletion cross join deleted_comment ), updated_author as materialized ( select count_for_member(user_id, more_comments => -(select count(*)::integer from target)) from mention_removal ), last_comment as ( select id, (extract(epoch from created_at) * 1000000)::bigint as key from left_over order by created_at, id limit 1 ) select array(select id from target) as ids, (select key from last_comment) as last_key, (select id from last_comment) as last_id from (select) as one where (select count(*) from updated_author) >= 0`,
  parameters: ['deletionId', 'placeKey', 'placeId', 'limit'],
  literals: ['hasPlace'],
}

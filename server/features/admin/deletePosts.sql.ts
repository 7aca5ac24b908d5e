// Made from deletePosts.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly deletionId: string
  readonly placeKey: string | null
  readonly placeId: string | null
  readonly limit: string
  readonly hasPlace: boolean
}

export type DeletePostsRow = {
  ids: string[]
  last_key: string | null
  last_id: string | null
}

export const deletePosts: Statement<Parameters, DeletePostsRow> = {
  name: 'deletePosts',
  text: `with content_deletion as materialized ( select user_id, ordered_by, since, until from content_deletions where id = $1 ), left_over as materialized ( select id, created_at from posts where author_id = (select user_id from content_deletion) and created_at <= (select until from content_deletion) and created_at >= coalesce((select since from content_deletion), '-infinity') and (deleted_at is null or content_deleted_at is null) and (not \${hasPlace} or (created_at, id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint)) order by created_at desc, id desc limit $4::bigint ), target as materialized ( select posts.id, posts.deleted_at is null as is_first from posts where id in (select id from left_over) and (deleted_at is null or content_deleted_at is null) order by id for no key update ), deleted_post as materialized ( select delete_posts(array(select id from target), ordered_by, 'admins', true) from content_deletion ), mention_removal as materialized ( select user_id, take_back_mentions(array(select id from target), '{}', user_id) from content_deletion cross join deleted_post ), updated_author as materialized ( select count_posts_of_member(user_id, -(select count(*)::integer from target where is_first)) from mention_removal ), last_post as ( select id, (extract(epoch from created_at) * 1000000)::bigint as key from left_over order by created_at, id limit 1 ) select array(select id from target) as ids, (select key from last_post) as last_key, (select id from last_post) as last_id from (select) as one where (select count(*) from updated_author) >= 0`,
  parameters: ['deletionId', 'placeKey', 'placeId', 'limit'],
  literals: ['hasPlace'],
}

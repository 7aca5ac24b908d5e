// Made from restore.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly postId: string
  readonly commentId: string | null
}

export type RestoreRow = {
  author_id: string
}

export const restore: Statement<Parameters, RestoreRow> = {
  name: 'restore',
  text: `with withheld as ( delete from withheld_contents where post_id = $1 and comment_id = $2::bigint returning comment_id, image_ids ), post as ( update posts set deleted_at = null, deleted_by = null, deleted_as = null, age_band = post_age_band(created_at, now()) where id = $1 and $2::bigint is null returning author_id ), comment as ( update comments set deleted_at = null, deleted_by = null, deleted_as = null, attachment_count = coalesce((select cardinality(image_ids) from withheld), attachment_count) where id = $2::bigint returning author_id ), comment_image as ( insert into comment_images (comment_id, position, image_id) select comment_id, place - 1, image_id from withheld cross join lateral unnest(image_ids) with ordinality as image (image_id, place) ), counted as materialized ( select author_id, count_content_of_members(array[author_id], array[posts], array[comments]) from ( select author_id, 1 as posts, 0 as comments from post union all select author_id, 0, 1 from comment) as restored ) select author_id from counted`,
  parameters: ['postId', 'commentId'],
  literals: [],
}

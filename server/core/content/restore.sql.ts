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
  text: `with post as ( update posts set deleted_at = null, deleted_by = null, deleted_as = null, age_band = post_age_band(created_at, now()) where id = $1 and $2::bigint is null returning author_id ), comment as ( update comments set deleted_at = null, deleted_by = null, deleted_as = null where id = $2::bigint returning author_id ), counted as materialized ( select author_id, count_content_of_members(array[author_id], array[posts], array[comments]) from ( select author_id, 1 as posts, 0 as comments from post union all select author_id, 0, 1 from comment) as restored ) select author_id from counted`,
  parameters: ['postId', 'commentId'],
  literals: [],
}

// Made from threadOrder.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly publicId: string
  readonly cursorUpvotes: string | null
  readonly cursorId: string | null
  readonly limit: number
  readonly hasCursor: boolean
}

export type ThreadOrderRow = {
  post_id: string
  community_name: string
  read_at: string
  id: string | null
  place: number | null
  upvotes: number | null
  comment_version: string | null
}

export const threadOrder: Statement<Parameters, ThreadOrderRow> = {
  name: 'threadOrder',
  text: `with thread as materialized ( select posts.id, communities.name as community_name from posts join communities on communities.id = posts.community_id where posts.public_id = $1 ), best as materialized ( select id, ancestors, upvotes, row_number() over (order by upvotes desc, id desc)::integer as place from ( select id, ancestors, upvotes from comments where post_id = (select id from thread) and (not \${hasCursor} or (upvotes, id) <= ($2::bigint, $3::bigint)) order by upvotes desc, id desc limit \${limit} + 1) as ordered ), wanted as ( select id, place, upvotes from best union all select distinct ancestor, \${limit} + 2, 0 from best, unnest(ancestors) as ancestor where place <= \${limit} and ancestor not in (select id from best where place <= \${limit}) ) select thread.id as post_id, thread.community_name, (extract(epoch from statement_timestamp()) * 1000000)::bigint as "read_at", listed.id, listed.place, listed.upvotes, listed.comment_version from thread left join ( select wanted.id, wanted.place, wanted.upvotes, shown.comment_version from wanted join comments on comments.id = wanted.id join users on users.id = comments.author_id cross join lateral comment_version(comments.xmin, users.xmin, users.picture_id) as shown) as listed on true order by listed.place, listed.id`,
  parameters: ['publicId', 'cursorUpvotes', 'cursorId'],
  literals: ['limit', 'hasCursor'],
}

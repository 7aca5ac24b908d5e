// Made from threadOrder.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly publicId: string
  readonly cursorUpvotes: string | null
  readonly cursorId: string | null
  readonly limit: number
  readonly maxBytes: number
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
  text: `with thread as materialized ( select posts.id, communities.name as community_name from posts join communities on communities.id = posts.community_id where posts.public_id = $1 ), ordered as materialized ( select id, ancestors, upvotes, row_number() over (order by is_pinned desc, upvotes desc, id desc)::integer as place from ( select id, ancestors, upvotes, is_pinned from comments where not \${hasCursor} and post_id = (select id from thread) and is_pinned union all (select id, ancestors, upvotes, false from comments where post_id = (select id from thread) and not is_pinned and (not \${hasCursor} or (upvotes, id) <= ( coalesce($2::bigint, (select comments.upvotes from comments where comments.id = $3 and comments.post_id = (select id from thread))), $3::bigint)) order by upvotes desc, id desc limit \${limit} + 1)) as candidate ), best as materialized ( select * from ordered where place <= \${limit} + 1 ), needed as ( select id, min(place) as place from ( select id, place from best union all select unnest(ancestors), place from best) as each_need group by id ), sized as materialized ( select needed.id, needed.place, concat(shown.comment_version, shown_images.attachments_version) as comment_version, sum(bytes) over (order by needed.place) as bytes_until from needed join comments on comments.id = needed.id cross join lateral comment_bytes(comments) as bytes join users on users.id = comments.author_id cross join lateral comment_version(comments.xmin, comments.score_hidden_until, users.xmin, users.picture_id) as shown cross join lateral comment_attachments_version(comments.id, comments.attachment_count) as shown_images ), page as materialized ( select greatest(1, least(\${limit}, min(place) - 1)) as length from sized where bytes_until > \${maxBytes} ), wanted as ( select sized.id, sized.comment_version, best.upvotes, coalesce(best.place, \${limit} + 2) as place from page join sized on sized.place <= page.length left join best on best.id = sized.id and best.place <= page.length union all select best.id, null, case when comments.score_hidden_until > now() then null else best.upvotes end, \${limit} + 1 from page join best on best.place = page.length + 1 join comments on comments.id = best.id ) select thread.id as post_id, thread.community_name, microseconds_of(statement_timestamp()) as "read_at", wanted.id, wanted.place, wanted.upvotes, wanted.comment_version from thread left join wanted on true order by wanted.place, wanted.id`,
  parameters: ['publicId', 'cursorUpvotes', 'cursorId'],
  literals: ['limit', 'maxBytes', 'hasCursor'],
}

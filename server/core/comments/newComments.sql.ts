// Made from newComments.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly publicId: string
  readonly viewerId: string | null
  readonly since: number
  readonly limit: number
  readonly maxBytes: number
}

export type NewCommentsRow = {
  post_id: string
  community_name: string
  read_at: string
  next_since: string | null
  id: string | null
  comment_version: string | null
}

export const newComments: Statement<Parameters, NewCommentsRow> = {
  name: 'newComments',
  text: `with thread as materialized ( select posts.id, communities.name as community_name from posts join communities on communities.id = posts.community_id where posts.public_id = $1 ), fresh as materialized ( select id, ancestors, created_at, row_number() over (order by created_at, id) as place from ( select id, ancestors, created_at from comments where post_id = (select id from thread) and deleted_at is null and author_id <> $2::bigint and created_at > to_timestamp($3::double precision / 1000) order by created_at limit \${limit} + 1) as ordered ), needed as ( select id, min(place) as place from ( select id, place from fresh union all select unnest(ancestors), place from fresh) as each_need group by id ), sized as materialized ( select needed.id, needed.place, concat(shown.comment_version, shown_images.attachments_version) as comment_version, sum(bytes) over (order by needed.place) as bytes_until from needed join comments on comments.id = needed.id cross join lateral comment_bytes(comments) as bytes cross join lateral ( select users.xmin as row_version, users.picture_id from users where users.id = comments.author_id offset 0) as author cross join lateral comment_version(comments.xmin, comments.score_hidden_until, author.row_version, author.picture_id) as shown cross join lateral comment_attachments_version(comments.id, comments.attachment_count) as shown_images ), page as materialized ( select greatest(1, least(\${limit}, min(place) - 1)) as length from sized where bytes_until > \${maxBytes} ) select thread.id as post_id, thread.community_name, microseconds_of(statement_timestamp()) as "read_at", (select floor(extract(epoch from created_at) * 1000)::bigint - 1 from fresh where place = page.length + 1) as next_since, sized.id, sized.comment_version from thread cross join page left join sized on sized.place <= page.length order by sized.place, sized.id`,
  parameters: ['publicId', 'viewerId', 'since'],
  literals: ['limit', 'maxBytes'],
}

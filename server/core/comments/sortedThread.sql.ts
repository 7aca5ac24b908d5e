// Made from sortedThread.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly publicId: string
  readonly cursorKey: string | null
  readonly cursorId: string | null
  readonly limit: number
  readonly maxBytes: number
  readonly hasCursor: boolean
  readonly sort: 'best' | 'top' | 'new' | 'old' | 'controversial'
}

export type SortedThreadRow = {
  post_id: string
  community_name: string
  read_at: string
  id: string | null
  key: string | null
  comment_version: string | null
}

export const sortedThread: Statement<Parameters, SortedThreadRow> = {
  name: 'sortedThread',
  text: `with thread as materialized ( select posts.id, communities.name as community_name from posts join communities on communities.id = posts.community_id where posts.public_id = $1 ), pinned as materialized ( select comments.id, comments.reply_count from thread join comments on comments.post_id = thread.id and comments.is_pinned ), top as materialized ( select id, key, reply_count, row_number() over (order by is_pinned desc, key desc, id desc) as place from ( select id, null::bigint as key, reply_count, true as is_pinned from pinned where not \${hasCursor} union all select top.id, top.key, top.reply_count, false from thread cross join lateral comments_in_order(-thread.id, \${sort}, \${limit} + 1 + (select count(*)::integer from pinned), case when \${hasCursor} then coalesce($2::bigint, (select comment_key(\${sort}, comments) from comments where comments.id = $3 and comments.post_id = thread.id), -999999999999999999) end, case when \${hasCursor} then $3::bigint end) as top where top.id not in (select id from pinned)) as candidate ), counted as ( select id, place, reply_count, least(reply_count, 2, \${limit} - 1) as brings, sum(1 + least(reply_count, 2)) over (order by place) as until from top where place <= \${limit} ), on_page as materialized ( select id, place, brings + case when others > 0 and free > 0 then floor((reply_count - brings) * least(1, free::numeric / others))::integer else 0 end as replies from ( select counted.*, \${limit} - max(until) over () as free, sum(reply_count - brings) over () as others from counted where until <= \${limit} or place = 1) as fitting ), reply as ( select on_page.place, below.id, below.nth from on_page cross join lateral ( with recursive below as ( select reply.id, reply.reply_count from comments_in_order(on_page.id, \${sort}, on_page.replies, null, null) as reply union all select reply.id, reply.reply_count from below cross join lateral comments_in_order(below.id, \${sort}, on_page.replies, null, null) as reply where below.reply_count > 0 ) select id, row_number() over () as nth from below limit on_page.replies ) as below where on_page.replies > 0 ), sized as materialized ( select chosen.id, chosen.place, chosen.nth, concat(shown.comment_version, shown_images.attachments_version) as comment_version, sum(bytes) over (order by chosen.place, chosen.nth) as bytes_until from (select id, place, 0 as nth from on_page union all select id, place, nth from reply) as chosen join comments on comments.id = chosen.id cross join lateral comment_bytes(comments) as bytes cross join lateral ( select users.xmin as row_version, users.picture_id from users where users.id = comments.author_id offset 0) as author cross join lateral comment_version(comments.xmin, comments.score_hidden_until, author.row_version, author.picture_id) as shown cross join lateral comment_attachments_version(comments.id, comments.attachment_count) as shown_images ), page as materialized ( select greatest(1, coalesce(min(place) filter (where bytes_until > \${maxBytes}) - 1, max(place))) as length from sized ), wanted as ( select sized.id, sized.place, sized.nth, sized.comment_version, null::bigint as key from page join sized on sized.place <= page.length where sized.bytes_until <= \${maxBytes} or sized.place = 1 and sized.nth = 0 union all select top.id, top.place, 0, null, case when comments.score_hidden_until > now() then null else top.key end from page join top on top.place = page.length + 1 join comments on comments.id = top.id ) select thread.id as post_id, thread.community_name, microseconds_of(statement_timestamp()) as "read_at", wanted.id, wanted.key, wanted.comment_version from thread left join wanted on true order by wanted.place, wanted.nth`,
  parameters: ['publicId', 'cursorKey', 'cursorId'],
  literals: ['limit', 'maxBytes', 'hasCursor', 'sort'],
}

// Made from replies.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, CommentAttachments, CommentColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly publicId: string
  readonly commentId: string
  readonly cursorId: string | null
  readonly cursorKey: string | null
  readonly cursorUpvotes: number | null
  readonly cursorDownvotes: number | null
  readonly viewerId: string | null
  readonly renderer: number
  readonly limit: number
  readonly maxBytes: number
  readonly hasCursor: boolean
  readonly hasVotes: boolean
  readonly sort: 'upvotes' | 'best' | 'top' | 'new' | 'old' | 'controversial'
  readonly isGuest: boolean
  readonly format: 'source' | 'html' | 'excerpt'
}

export type RepliesRow = CommentColumns & CommentAttachments & AuthorColumns & {
  post_public_id: string
  community_id: string
  community_name: string
  my_vote: boolean | null
  author_is_muted: boolean
}

export const replies: Statement<Parameters, RepliesRow> = {
  name: 'replies',
  text: `with recursive thread as materialized ( select posts.id, posts.public_id, posts.community_id, communities.name as community_name from posts join communities on communities.id = posts.community_id where posts.public_id = $1 ), below as ( (select reply.id, reply.bytes from thread join comments as parent on parent.post_id = thread.id and parent.id = $2 left join comments as first_reply on \${hasCursor} and not \${hasVotes} and first_reply.parent_id = parent.id and first_reply.id = $3::bigint cross join lateral comments_in_order(parent.id, \${sort}, \${limit}, case when \${hasCursor} then case when not \${hasVotes} then comment_key(\${sort}, first_reply) when \${sort} = 'upvotes' then $4::bigint when \${sort} = 'best' then comment_best($5::integer, $6::integer) when \${sort} = 'top' then comment_points($5, $6) when \${sort} = 'controversial' then comment_controversy($5, $6) end end, case when \${hasCursor} then case when \${hasVotes} then $3 else first_reply.id end end) as reply) union all select reply.id, reply.bytes from below cross join lateral comments_in_order(below.id, \${sort}, \${limit}, null, null) as reply ), page as materialized ( select id, place from ( select id, place, sum(bytes) over (order by place) as bytes_until from (select id, bytes, row_number() over () as place from below limit \${limit}) as in_order) as measured where place <= 2 or bytes_until <= \${maxBytes} ) select shown_comment.*, attached.images, shown_author.*, thread.public_id as post_public_id, thread.community_id, thread.community_name, my_vote.up as my_vote, not \${isGuest} and comments.author_id in ( select muted_user_id from user_mutes where user_id = $7::bigint) as author_is_muted from page join comments on comments.id = page.id cross join lateral comment_columns(comments, \${format}, $8) as shown_comment cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached cross join thread join users on users.id = comments.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author left join comment_votes as my_vote on not \${isGuest} and my_vote.post_id = comments.post_id and my_vote.user_id = $7 and my_vote.comment_id = comments.id order by comments.depth, case \${sort} when 'upvotes' then comments.upvotes end desc, case \${sort} when 'upvotes' then comments.id end desc, page.place`,
  parameters: ['publicId', 'commentId', 'cursorId', 'cursorKey', 'cursorUpvotes', 'cursorDownvotes', 'viewerId', 'renderer'],
  literals: ['limit', 'maxBytes', 'hasCursor', 'hasVotes', 'sort', 'isGuest', 'format'],
}

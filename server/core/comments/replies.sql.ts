// Made from replies.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, CommentColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly publicId: string
  readonly commentId: string
  readonly cursorUpvotes: string | null
  readonly cursorId: string | null
  readonly viewerId: string | null
  readonly renderer: number
  readonly limit: number
  readonly maxBytes: number
  readonly hasCursor: boolean
  readonly isGuest: boolean
  readonly format: 'source' | 'html' | 'excerpt'
}

export type RepliesRow = CommentColumns & AuthorColumns & {
  post_public_id: string
  community_id: string
  community_name: string
  my_vote: boolean | null
  author_is_muted: boolean
}

export const replies: Statement<Parameters, RepliesRow> = {
  name: 'replies',
  text: `with recursive thread as materialized ( select posts.id, posts.public_id, posts.community_id, communities.name as community_name from posts join communities on communities.id = posts.community_id where posts.public_id = $1 ), below as ( (select id, comment_bytes(comments) as bytes from comments where parent_id = $2 and post_id = (select id from thread) and (not \${hasCursor} or (upvotes, id) <= ($3::bigint, $4::bigint)) order by upvotes desc, id desc limit \${limit}) union all select reply.id, reply.bytes from below cross join lateral ( select id, comment_bytes(comments) as bytes from comments where parent_id = below.id order by upvotes desc, id desc limit \${limit}) as reply ), page as materialized ( select id from ( select id, place, sum(bytes) over (order by place) as bytes_until from (select id, bytes, row_number() over () as place from below limit \${limit}) as in_order) as measured where place <= 2 or bytes_until <= \${maxBytes} ) select shown_comment.*, shown_author.*, thread.public_id as post_public_id, thread.community_id, thread.community_name, my_vote.up as my_vote, not \${isGuest} and comments.author_id in ( select muted_user_id from user_mutes where user_id = $5::bigint) as author_is_muted from page join comments on comments.id = page.id cross join lateral comment_columns(comments, \${format}, $6) as shown_comment cross join thread join users on users.id = comments.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author left join comment_votes as my_vote on not \${isGuest} and my_vote.post_id = comments.post_id and my_vote.user_id = $5 and my_vote.comment_id = comments.id order by comments.depth, comments.upvotes desc, comments.id desc`,
  parameters: ['publicId', 'commentId', 'cursorUpvotes', 'cursorId', 'viewerId', 'renderer'],
  literals: ['limit', 'maxBytes', 'hasCursor', 'isGuest', 'format'],
}

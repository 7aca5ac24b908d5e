// Made from commentsPage.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, CommentColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly publicId: string
  readonly cursorUpvotes: string | null
  readonly cursorId: string | null
  readonly viewerId: string | null
  readonly renderer: number
  readonly limit: number
  readonly hasCursor: boolean
  readonly isGuest: boolean
  readonly format: 'source' | 'html' | 'excerpt'
}

export type CommentsPageRow = CommentColumns & AuthorColumns & {
  post_public_id: string
  community_id: string
  community_name: string
  my_vote: boolean | null
  author_is_muted: boolean
  place: number
}

export const commentsPage: Statement<Parameters, CommentsPageRow> = {
  name: 'commentsPage',
  text: `with thread as materialized ( select posts.id, posts.public_id, posts.community_id, communities.name as community_name from posts join communities on communities.id = posts.community_id where posts.public_id = $1 ), best as materialized ( select id, ancestors, row_number() over (order by upvotes desc, id desc)::integer as place from ( select id, ancestors, upvotes from comments where post_id = (select id from thread) and (not \${hasCursor} or (upvotes, id) <= ($2::bigint, $3::bigint)) order by upvotes desc, id desc limit \${limit} + 1) as ordered ), wanted as ( select id, place from best union all select distinct ancestor, \${limit} + 2 from best, unnest(ancestors) as ancestor where place <= \${limit} and ancestor not in (select id from best where place <= \${limit}) ) select shown_comment.*, shown_author.*, thread.public_id as post_public_id, thread.community_id, thread.community_name, my_vote.up as my_vote, not \${isGuest} and comments.author_id in ( select muted_user_id from user_mutes where user_id = $4::bigint) as author_is_muted, wanted.place from wanted join comments on comments.id = wanted.id cross join lateral comment_columns(comments, \${format}, $5) as shown_comment cross join thread join users on users.id = comments.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author left join comment_votes as my_vote on not \${isGuest} and my_vote.post_id = comments.post_id and my_vote.user_id = $4 and my_vote.comment_id = comments.id order by wanted.place, comments.id`,
  parameters: ['publicId', 'cursorUpvotes', 'cursorId', 'viewerId', 'renderer'],
  literals: ['limit', 'hasCursor', 'isGuest', 'format'],
}

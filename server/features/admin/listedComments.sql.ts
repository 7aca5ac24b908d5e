// Made from listedComments.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, CommentAttachments, CommentColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly cursorId: string | null
  readonly viewerId: string | null
  readonly hasCursor: boolean
  readonly limit: number
}

export type ListedCommentsRow = CommentColumns & CommentAttachments & AuthorColumns & {
  post_public_id: string
  post_title: string
  community_id: string
  community_name: string
  my_vote: boolean | null
  author_is_muted: boolean
}

export const listedComments: Statement<Parameters, ListedCommentsRow> = {
  name: 'listedComments',
  text: `with page as materialized ( select id from comments where not \${hasCursor} or id <= $1::bigint order by id desc limit \${limit} ) select shown_comment.*, attached.images, shown_author.*, posts.public_id as post_public_id, posts.title as post_title, posts.community_id, communities.name as community_name, my_vote.up as my_vote, exists ( select from user_mutes where user_id = $2::bigint and muted_user_id = shown_comment.author_id) as author_is_muted from page join comments on comments.id = page.id cross join lateral comment_columns(comments, 'source', 0) as shown_comment cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached join posts on posts.id = shown_comment.post_id join communities on communities.id = posts.community_id join users on users.id = shown_comment.author_id cross join lateral author_columns(users, users.id, users.picture_id, 'source') as shown_author left join comment_votes as my_vote on my_vote.post_id = shown_comment.post_id and my_vote.user_id = $2 and my_vote.comment_id = shown_comment.id order by page.id desc`,
  parameters: ['cursorId', 'viewerId'],
  literals: ['hasCursor', 'limit'],
}

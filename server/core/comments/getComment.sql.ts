// Made from getComment.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, CommentAttachments, CommentColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly viewerId: string | null
  readonly renderer: number
  readonly commentId: string
  readonly format: 'source' | 'html' | 'excerpt'
}

export type GetCommentRow = CommentColumns & CommentAttachments & AuthorColumns & {
  post_public_id: string
  community_id: string
  community_name: string
  my_vote: boolean | null
  author_is_muted: boolean
}

export const getComment: Statement<Parameters, GetCommentRow> = {
  name: 'getComment',
  text: `select shown_comment.*, attached.images, shown_author.*, posts.public_id as post_public_id, posts.community_id, communities.name as community_name, my_vote.up as my_vote, exists ( select from user_mutes where user_id = $1 and muted_user_id = comments.author_id) as author_is_muted from comments cross join lateral comment_columns(comments, \${format}, $2) as shown_comment cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached join posts on posts.id = comments.post_id join communities on communities.id = posts.community_id join users on users.id = comments.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author left join comment_votes as my_vote on my_vote.post_id = comments.post_id and my_vote.user_id = $1 and my_vote.comment_id = comments.id where comments.id = $3`,
  parameters: ['viewerId', 'renderer', 'commentId'],
  literals: ['format'],
}

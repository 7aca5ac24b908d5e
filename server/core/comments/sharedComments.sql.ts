// Made from sharedComments.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, CommentAttachments, CommentColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly renderer: number
  readonly ids: readonly string[]
  readonly format: 'source' | 'html' | 'excerpt'
}

export type SharedCommentsRow = CommentColumns & CommentAttachments & AuthorColumns & {
  comment_version: string
  post_public_id: string
  community_id: string
  community_name: string
}

export const sharedComments: Statement<Parameters, SharedCommentsRow> = {
  name: 'sharedComments',
  text: `select concat(shown.comment_version, shown_images.attachments_version) as comment_version, shown_comment.*, attached.images, shown_author.*, posts.public_id as post_public_id, posts.community_id, communities.name as community_name from comments cross join lateral comment_columns(comments, \${format}, $1) as shown_comment cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached join posts on posts.id = comments.post_id join communities on communities.id = posts.community_id join users on users.id = comments.author_id cross join lateral comment_version(comments.xmin, users.xmin, users.picture_id) as shown cross join lateral comment_attachments_version(comments.id, comments.attachment_count) as shown_images cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author where comments.id = any($2::bigint[])`,
  parameters: ['renderer', 'ids'],
  literals: ['format'],
}

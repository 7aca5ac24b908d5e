// Made from reportedComments.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, CommentAttachments, CommentColumns } from '../../../platform/database/rows.ts'
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly renderer: number
  readonly ids: readonly string[]
  readonly format: 'source' | 'html' | 'excerpt'
}

export type ReportedCommentsRow = CommentColumns & CommentAttachments & AuthorColumns & {
  post_public_id: string
  post_title: string
  post_deleted_at: Date | null
  post_deleted_as: 'normal' | 'mods' | 'admins' | null
  community_id: string
  community_name: string
  my_vote: boolean | null
  author_is_muted: boolean
}

export const reportedComments: Statement<Parameters, ReportedCommentsRow> = {
  name: 'reportedComments',
  text: `select shown_comment.*, attached.images, shown_author.*, posts.public_id as post_public_id, posts.title as post_title, posts.deleted_at as post_deleted_at, posts.deleted_as as post_deleted_as, posts.community_id, communities.name as community_name, null::boolean as my_vote, false as author_is_muted from comments cross join lateral comment_columns(comments, \${format}, $1) as shown_comment cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached join posts on posts.id = comments.post_id join communities on communities.id = posts.community_id join users on users.id = comments.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author where comments.id = any($2)`,
  parameters: ['renderer', 'ids'],
  literals: ['format'],
}

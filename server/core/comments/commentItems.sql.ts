// Made from commentItems.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, CommentAttachments, CommentColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly renderer: number
  readonly ids: readonly string[]
  readonly format: 'source' | 'html' | 'excerpt'
}

export type CommentItemsRow = CommentColumns & CommentAttachments & AuthorColumns & {
  comment_version: string
  lone_version: string
  post_public_id: string
  community_id: string
  community_name: string
  post_title: string
  post_author_id: string
  post_deleted_as: 'normal' | 'mods' | 'admins' | null
  community_icon: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null
}

export const commentItems: Statement<Parameters, CommentItemsRow> = {
  name: 'commentItems',
  text: `select concat(shown.comment_version, shown_images.attachments_version) as comment_version, lone_comment_version(shown.comment_version, shown_images.attachments_version, communities.name, communities.icon_id, posts.deleted_as, posts.title) as lone_version, shown_comment.*, attached.images, shown_author.*, posts.public_id as post_public_id, posts.community_id, communities.name as community_name, posts.title as post_title, posts.author_id as post_author_id, posts.deleted_as as post_deleted_as, (case when communities.icon_id is not null then ( select image_json(icon) from images as icon where icon.id = communities.icon_id) end)::image_json as community_icon from comments cross join lateral comment_columns(comments, \${format}, $1) as shown_comment cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached join posts on posts.id = comments.post_id join communities on communities.id = posts.community_id join users on users.id = comments.author_id cross join lateral comment_version(comments.xmin, comments.score_hidden_until, users.xmin, users.picture_id) as shown cross join lateral comment_attachments_version(comments.id, comments.attachment_count) as shown_images cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author where comments.id = any($2::bigint[])`,
  parameters: ['renderer', 'ids'],
  literals: ['format'],
}

// Made from postItems.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, PostColumns, PostVersion } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly renderer: number
  readonly ids: readonly string[]
  readonly format: 'source' | 'html' | 'excerpt'
}

export type PostItemsRow = PostVersion & PostColumns & AuthorColumns

export const postItems: Statement<Parameters, PostItemsRow> = {
  name: 'postItems',
  text: `select concat(shown.post_version, shown_images.attachments_version) as post_version, shown_post.*, shown_author.* from posts join users on users.id = posts.author_id join communities on communities.id = posts.community_id cross join lateral post_version(posts.id, posts.type, posts.link_image_id, posts.xmin, users.xmin, users.picture_id, communities.name, communities.icon_id, communities.banner_id, communities.downvoters, posts.score_hidden_until) as shown cross join lateral post_attachments_version(posts.id, posts.attachment_count) as shown_images cross join lateral post_columns(posts, posts.id, posts.link_image_id, \${format}, $1) as shown_post cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author where posts.id = any($2::bigint[])`,
  parameters: ['renderer', 'ids'],
  literals: ['format'],
}

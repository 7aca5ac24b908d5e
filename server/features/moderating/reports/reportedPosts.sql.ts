// Made from reportedPosts.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, PostColumns, PostViewerColumns } from '../../../platform/database/rows.ts'
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly renderer: number
  readonly ids: readonly string[]
  readonly format: 'source' | 'html' | 'excerpt'
}

export type ReportedPostsRow = PostColumns & AuthorColumns & PostViewerColumns

export const reportedPosts: Statement<Parameters, ReportedPostsRow> = {
  name: 'reportedPosts',
  text: `select shown_post.*, shown_author.*, viewer_state.* from posts cross join lateral post_columns(posts, posts.id, posts.link_image_id, \${format}, $1) as shown_post join users on users.id = posts.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, null) as viewer_state where posts.id = any($2)`,
  parameters: ['renderer', 'ids'],
  literals: ['format'],
}

// Made from getPost.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, PostColumns, PostViewerColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly renderer: number
  readonly viewerId: string | null
  readonly publicId: string
  readonly format: 'source' | 'html' | 'excerpt'
}

export type GetPostRow = PostColumns & AuthorColumns & PostViewerColumns

export const getPost: Statement<Parameters, GetPostRow> = {
  name: 'getPost',
  text: `select shown_post.*, shown_author.*, viewer_state.* from posts cross join lateral post_columns(posts, posts.id, posts.link_image_id, \${format}, $1) as shown_post join users on users.id = posts.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, $2) as viewer_state where posts.public_id = $3`,
  parameters: ['renderer', 'viewerId', 'publicId'],
  literals: ['format'],
}

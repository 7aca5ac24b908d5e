// Made from visitPost.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, PostColumns, PostViewerColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly memberId: string
  readonly publicId: string
  readonly renderer: number
  readonly format: 'source' | 'html' | 'excerpt'
}

export type VisitPostRow = PostColumns & AuthorColumns & PostViewerColumns

export const visitPost: Statement<Parameters, VisitPostRow> = {
  name: 'visitPost',
  text: `with visit as ( insert into post_visits (user_id, post_id, visited_at) select $1, id, now() from posts where public_id = $2 on conflict (user_id, post_id) do update set visited_at = greatest(post_visits.visited_at, excluded.visited_at) ) select shown_post.*, shown_author.*, viewer_state.* from posts cross join lateral post_columns(posts, posts.id, posts.link_image_id, \${format}, $3) as shown_post join users on users.id = posts.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, $1) as viewer_state where posts.public_id = $2`,
  parameters: ['memberId', 'publicId', 'renderer'],
  literals: ['format'],
}

// Made from moderatedPosts.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, PostColumns, PostViewerColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly communityId: string
  readonly end: string
  readonly limit: string
  readonly renderer: number
  readonly filter: 'all' | 'deleted' | 'locked'
  readonly format: 'source' | 'html' | 'excerpt'
}

export type ModeratedPostsRow = PostColumns & AuthorColumns & PostViewerColumns

export const moderatedPosts: Statement<Parameters, ModeratedPostsRow> = {
  name: 'moderatedPosts',
  text: `with page as materialized ( select id, created_at from ( (select id, created_at from posts where \${filter} = 'all' and community_id = $1 and deleted_at is null order by created_at desc, id desc limit $2::bigint) union all (select id, created_at from posts where \${filter} in ('all', 'deleted') and community_id = $1 and deleted_at is not null order by created_at desc, id desc limit $2) union all (select id, created_at from posts where \${filter} = 'locked' and community_id = $1 and locked_at is not null and deleted_at is null order by created_at desc, id desc limit $2)) as part order by created_at desc, id desc limit $3::bigint offset $2 - $3 ) select shown_post.*, shown_author.*, viewer_state.* from page join posts on posts.id = page.id cross join lateral post_columns(posts, posts.id, posts.link_image_id, \${format}, $4) as shown_post join users on users.id = posts.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, null) as viewer_state order by page.created_at desc, page.id desc`,
  parameters: ['communityId', 'end', 'limit', 'renderer'],
  literals: ['filter', 'format'],
}

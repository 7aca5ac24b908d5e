// Made from userPosts.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, PostColumns, PostViewerColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly usernameKey: string
  readonly cursorKey: string | null
  readonly cursorId: string | null
  readonly renderer: number
  readonly viewerId: string | null
  readonly includesDeleted: boolean
  readonly hasCursor: boolean
  readonly limit: number
  readonly format: 'source' | 'html' | 'excerpt'
}

export type UserPostsRow = PostColumns & AuthorColumns & PostViewerColumns & {
  feed_key: string
}

export const userPosts: Statement<Parameters, UserPostsRow> = {
  name: 'userPosts',
  text: `with page as materialized ( select id, (extract(epoch from created_at) * 1000000)::bigint as key from ( (select id, created_at from posts where author_id = (select id from users where username_key = $1) and deleted_at is null and (not \${hasCursor} or (created_at, id) <= (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', ($3::bigint - 1) / 2)) order by created_at desc, id desc limit \${limit}) union all (select id, created_at from posts where \${includesDeleted} and author_id = (select id from users where username_key = $1) and deleted_at is not null and (not \${hasCursor} or (created_at, id) <= (timestamptz 'epoch' + $2 * interval '1 microsecond', ($3 - 1) / 2)) order by created_at desc, id desc limit \${limit})) as part order by created_at desc, id desc limit \${limit} ) select page.key as "feed_key", shown_post.*, shown_author.*, viewer_state.* from page join posts on posts.id = page.id cross join lateral post_columns(posts, posts.id, posts.link_image_id, \${format}, $4) as shown_post join users on users.id = posts.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, $5) as viewer_state`,
  parameters: ['usernameKey', 'cursorKey', 'cursorId', 'renderer', 'viewerId'],
  literals: ['includesDeleted', 'hasCursor', 'limit', 'format'],
}

// Made from userPosts.sql by `npm run database-types`. Do not edit.
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

export type UserPostsRow = {
  feed_key: string
  id: string
  public_id: string
  type: string
  author_id: string
  author_group: string
  community_id: string
  community_name: string
  community_icon: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null } | null
  community_banner: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null } | null
  title: string
  body: string | null
  body_html: string | null
  body_renderer: number | null
  excerpt: string | null
  link_url: string | null
  link_hostname: string | null
  images: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null }[] | null
  link_image: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null } | null
  upvotes: number
  downvotes: number
  hotness: string
  comment_count: number
  created_at: Date
  edited_at: Date | null
  last_activity_at: Date
  is_pinned: boolean
  is_pinned_site: boolean
  locked_at: Date | null
  locked_by: string | null
  locked_as: string | null
  deleted_at: Date | null
  deleted_as: string | null
  content_deleted_at: Date | null
  content_deleted_as: string | null
  author_username: string
  author_is_built_in: boolean
  author_deleted_at: Date | null
  author_badges: { id: number; type: string }[] | null
  author_picture_id: string | null
  author_picture_secret: string | null
  author_about_me: string | null
  author_points: number | null
  author_is_admin: boolean | null
  author_post_count: number | null
  author_comment_count: number | null
  author_created_at: Date | null
  author_last_seen_at: Date | null
  author_banned_at: Date | null
  author_picture: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null } | null
  my_vote: boolean | null
  visited_at: Date | null
  new_comments: number
  is_author_muted: boolean
  is_community_muted: boolean
}

export const userPosts: Statement<Parameters, UserPostsRow> = {
  name: 'userPosts',
  text: `with page as materialized ( select id, (extract(epoch from created_at) * 1000000)::bigint as key from ( (select id, created_at from posts where author_id = (select id from users where username_key = $1) and deleted_at is null and (not \${hasCursor} or (created_at, id) <= (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', ($3::bigint - 1) / 2)) order by created_at desc, id desc limit \${limit}) union all (select id, created_at from posts where \${includesDeleted} and author_id = (select id from users where username_key = $1) and deleted_at is not null and (not \${hasCursor} or (created_at, id) <= (timestamptz 'epoch' + $2 * interval '1 microsecond', ($3 - 1) / 2)) order by created_at desc, id desc limit \${limit})) as part order by created_at desc, id desc limit \${limit} ) select page.key as "feed_key", shown_post.*, shown_author.*, viewer_state.* from page join posts on posts.id = page.id cross join lateral post_columns(posts, posts.id, posts.link_image_id, \${format}, $4) as shown_post join users on users.id = posts.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, $5) as viewer_state`,
  parameters: ['usernameKey', 'cursorKey', 'cursorId', 'renderer', 'viewerId'],
  literals: ['includesDeleted', 'hasCursor', 'limit', 'format'],
}

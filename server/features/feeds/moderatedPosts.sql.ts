// Made from moderatedPosts.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly communityId: string
  readonly end: string
  readonly limit: string
  readonly renderer: number
  readonly filter: 'all' | 'deleted' | 'locked'
  readonly format: 'source' | 'html' | 'excerpt'
}

export type ModeratedPostsRow = {
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

export const moderatedPosts: Statement<Parameters, ModeratedPostsRow> = {
  name: 'moderatedPosts',
  text: `with page as materialized ( select id, created_at from ( (select id, created_at from posts where \${filter} = 'all' and community_id = $1 and deleted_at is null order by created_at desc, id desc limit $2::bigint) union all (select id, created_at from posts where \${filter} in ('all', 'deleted') and community_id = $1 and deleted_at is not null order by created_at desc, id desc limit $2) union all (select id, created_at from posts where \${filter} = 'locked' and community_id = $1 and locked_at is not null and deleted_at is null order by created_at desc, id desc limit $2)) as part order by created_at desc, id desc limit $3::bigint offset $2 - $3 ) select shown_post.*, shown_author.*, viewer_state.* from page join posts on posts.id = page.id cross join lateral post_columns(posts, posts.id, posts.link_image_id, \${format}, $4) as shown_post join users on users.id = posts.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, null) as viewer_state order by page.created_at desc, page.id desc`,
  parameters: ['communityId', 'end', 'limit', 'renderer'],
  literals: ['filter', 'format'],
}

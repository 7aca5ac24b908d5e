// Made from foundPosts.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly stripped: string
  readonly words: string
  readonly headlineOptions: string
  readonly ids: readonly string[]
  readonly renderer: number
  readonly viewerId: string | null
  readonly format: 'source' | 'html' | 'excerpt'
}

export type FoundPostsRow = {
  place: string
  key: string
  passages: string | null
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

export const foundPosts: Statement<Parameters, FoundPostsRow> = {
  name: 'foundPosts',
  text: `select page.place as "place", (extract(epoch from posts.created_at) * 1000000)::bigint as key, case when posts.content_deleted_at is null and posts.body <> '' then ts_headline('forum_words', translate(regexp_replace(left(posts.body, 20000), '!?\\[([^]]*)\\]\\([^)]*\\)', '\\1', 'g'), $1::text, ''), $2::tsquery, $3::text) end as passages, shown_post.*, shown_author.*, viewer_state.* from unnest($4::bigint[]) with ordinality as page (id, place) join posts on posts.id = page.id cross join lateral post_columns(posts, posts.id, posts.link_image_id, \${format}, $5::integer) as shown_post join users on users.id = posts.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, $6::bigint) as viewer_state`,
  parameters: ['stripped', 'words', 'headlineOptions', 'ids', 'renderer', 'viewerId'],
  literals: ['format'],
}

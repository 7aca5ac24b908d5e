// Made from listPosts.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly listId: string
  readonly cursorId: string | null
  readonly cursorKey: string | null
  readonly limit: number
  readonly renderer: number
  readonly viewerId: string | null
  readonly sort: 'addedDsc' | 'addedAsc' | 'createdDsc' | 'createdAsc'
  readonly hasCursor: boolean
  readonly format: 'source' | 'html' | 'excerpt'
}

export type ListPostsRow = {
  item_id: string
  item_list_id: string
  item_post_id: string
  item_comment_id: string | null
  item_created_at: Date
  item_key: string
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

export const listPosts: Statement<Parameters, ListPostsRow> = {
  name: 'listPosts',
  text: `with page as materialized ( select id, list_id, post_id, comment_id, created_at, (extract(epoch from target_created_at) * 1000000)::bigint as target_created_us from list_items where list_id = $1 and (not \${hasCursor} or (\${sort} = 'addedDsc' and id <= $2::bigint) or (\${sort} = 'addedAsc' and id >= $2) or (\${sort} = 'createdDsc' and (target_created_at, id) <= (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $2)) or (\${sort} = 'createdAsc' and (target_created_at, id) >= (timestamptz 'epoch' + $3 * interval '1 microsecond', $2))) order by case when \${sort} = 'createdDsc' then target_created_at end desc, case when \${sort} = 'createdAsc' then target_created_at end, case when \${sort} in ('addedDsc', 'createdDsc') then id end desc, case when \${sort} in ('addedAsc', 'createdAsc') then id end limit $4::integer ) select page.id as item_id, page.list_id as item_list_id, page.post_id as item_post_id, page.comment_id as item_comment_id, page.created_at as item_created_at, page.target_created_us as "item_key", shown_post.*, shown_author.*, viewer_state.* from page join posts on posts.id = page.post_id cross join lateral post_columns(posts, posts.id, posts.link_image_id, \${format}, $5) as shown_post join users on users.id = shown_post.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, $6) as viewer_state where page.comment_id is null`,
  parameters: ['listId', 'cursorId', 'cursorKey', 'limit', 'renderer', 'viewerId'],
  literals: ['sort', 'hasCursor', 'format'],
}

// Made from feedPage.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly communityId: string | null
  readonly viewerId: string | null
  readonly cursorKey: string | null
  readonly cursorId: string | null
  readonly renderer: number
  readonly scope: 'all' | 'community' | 'home' | 'moderating'
  readonly sort: 'latest' | 'hot' | 'activity' | 'day' | 'week' | 'month' | 'year' | 'all'
  readonly hasCursor: boolean
  readonly excludes: boolean
  readonly liftsPinned: boolean
  readonly isGuest: boolean
  readonly limit: number
  readonly format: 'source' | 'html' | 'excerpt'
}

export type FeedPageRow = {
  feed_key: string
  is_on_top: boolean
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

export const feedPage: Statement<Parameters, FeedPageRow> = {
  name: 'feedPage',
  text: `with pinned_post as materialized ( select id, created_at from posts where \${liftsPinned} and deleted_at is null and case when \${scope} = 'community' then is_pinned and community_id = $1::bigint else is_pinned_site end ), age_band as ( select number from generate_series(0, case \${sort} when 'week' then 1 when 'month' then 2 when 'year' then 3 when 'all' then 4 else 0 end) as number ), own_community as ( select community_id as id from memberships where \${scope} = 'home' and user_id = $2::bigint union all select community_id from moderators where \${scope} = 'moderating' and user_id = $2 ), source_community as ( select $1 as id where \${scope} in ('all', 'community') union all ( select own_community.id from own_community cross join lateral ( select first_post.id, first_post.key from age_band cross join lateral ( select posts.id, case \${sort} when 'latest' then (extract(epoch from posts.created_at) * 1000000)::bigint when 'hot' then posts.hotness when 'activity' then posts.activity else posts.points end as key from posts where posts.deleted_at is null and posts.community_id = own_community.id and (\${sort} in ('latest', 'hot', 'activity') or posts.age_band = age_band.number) and case when \${sort} = 'day' then posts.created_at > now() - interval '1 day' when \${sort} = 'week' then age_band.number < 1 or posts.created_at > now() - interval '7 days' when \${sort} = 'month' then age_band.number < 2 or posts.created_at > now() - interval '30 days' when \${sort} = 'year' then age_band.number < 3 or posts.created_at > now() - interval '365 days' else true end and (not \${hasCursor} or case when \${sort} = 'latest' then (posts.created_at, posts.id) <= (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::bigint) when \${sort} = 'hot' then (posts.hotness, posts.id) <= ($3, $4) when \${sort} = 'activity' then posts.activity <= $3 else (posts.points, posts.id) <= ($3, $4) end) and (not \${liftsPinned} or posts.id <> all(array(select id from pinned_post))) and (not \${excludes} or ( coalesce((select false from hidden_posts where hidden_posts.user_id = $2 and hidden_posts.post_id = posts.id), true) and coalesce((select false from user_mutes where user_mutes.user_id = $2 and user_mutes.muted_user_id = posts.author_id), true))) order by case when \${sort} = 'latest' then posts.created_at end desc, case \${sort} when 'hot' then posts.hotness when 'activity' then posts.activity end desc, case when \${sort} not in ('latest', 'hot', 'activity') then posts.points end desc, posts.id desc limit 1) as first_post order by first_post.key desc, first_post.id desc limit 1) as first_post order by first_post.key desc, first_post.id desc limit \${limit}) ), listed_post as ( select listed.id, listed.key from source_community cross join age_band cross join lateral ( select posts.id, case \${sort} when 'latest' then (extract(epoch from posts.created_at) * 1000000)::bigint when 'hot' then posts.hotness when 'activity' then posts.activity else posts.points end as key from posts where posts.deleted_at is null and (\${scope} = 'all' or posts.community_id = source_community.id) and (\${sort} in ('latest', 'hot', 'activity') or posts.age_band = age_band.number) and case when \${sort} = 'day' then posts.created_at > now() - interval '1 day' when \${sort} = 'week' then age_band.number < 1 or posts.created_at > now() - interval '7 days' when \${sort} = 'month' then age_band.number < 2 or posts.created_at > now() - interval '30 days' when \${sort} = 'year' then age_band.number < 3 or posts.created_at > now() - interval '365 days' else true end and (not \${hasCursor} or case when \${sort} = 'latest' then (posts.created_at, posts.id) <= (timestamptz 'epoch' + $3 * interval '1 microsecond', $4) when \${sort} = 'hot' then (posts.hotness, posts.id) <= ($3, $4) when \${sort} = 'activity' then posts.activity <= $3 else (posts.points, posts.id) <= ($3, $4) end) and (not \${liftsPinned} or posts.id <> all(array(select id from pinned_post))) and (not \${excludes} or ( coalesce((select false from hidden_posts where hidden_posts.user_id = $2 and hidden_posts.post_id = posts.id), true) and coalesce((select false from user_mutes where user_mutes.user_id = $2 and user_mutes.muted_user_id = posts.author_id), true) and (\${scope} <> 'all' or coalesce((select false from community_mutes where community_mutes.user_id = $2 and community_mutes.muted_community_id = posts.community_id), true)))) order by case when \${sort} = 'latest' then posts.created_at end desc, case \${sort} when 'hot' then posts.hotness when 'activity' then posts.activity end desc, case when \${sort} not in ('latest', 'hot', 'activity') then posts.points end desc, posts.id desc limit \${limit}) as listed order by listed.key desc, listed.id desc limit \${limit} ), page as ( select id, key, false as is_on_top from listed_post union all select id, (extract(epoch from created_at) * 1000000)::bigint, true from pinned_post where not \${hasCursor} ) select page.key as feed_key, page.is_on_top, shown_post.*, shown_author.*, viewer_state.* from page join posts on posts.id = page.id cross join lateral post_columns(posts, posts.id, posts.link_image_id, \${format}, $5) as shown_post join users on users.id = posts.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author cross join lateral post_viewer_columns( posts.id, posts.author_id, posts.community_id, case when \${isGuest} then null else $2 end) as viewer_state order by page.is_on_top desc, page.key desc, page.id desc`,
  parameters: ['communityId', 'viewerId', 'cursorKey', 'cursorId', 'renderer'],
  literals: ['scope', 'sort', 'hasCursor', 'excludes', 'liftsPinned', 'isGuest', 'limit', 'format'],
}

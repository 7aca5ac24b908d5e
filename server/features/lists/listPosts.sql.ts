// Made from listPosts.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, PostColumns, PostViewerColumns } from '../../platform/database/rows.ts'
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

export type ListPostsRow = PostColumns & AuthorColumns & PostViewerColumns & {
  item_id: string
  item_list_id: string
  item_post_id: string
  item_comment_id: string | null
  item_created_at: Date
  item_key: string
}

export const listPosts: Statement<Parameters, ListPostsRow> = {
  name: 'listPosts',
  text: `with page as materialized ( select id, list_id, post_id, comment_id, created_at, (extract(epoch from target_created_at) * 1000000)::bigint as target_created_us from list_items where list_id = $1 and (not \${hasCursor} or (\${sort} = 'addedDsc' and id <= $2::bigint) or (\${sort} = 'addedAsc' and id >= $2) or (\${sort} = 'createdDsc' and (target_created_at, id) <= (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $2)) or (\${sort} = 'createdAsc' and (target_created_at, id) >= (timestamptz 'epoch' + $3 * interval '1 microsecond', $2))) order by case when \${sort} = 'createdDsc' then target_created_at end desc, case when \${sort} = 'createdAsc' then target_created_at end, case when \${sort} in ('addedDsc', 'createdDsc') then id end desc, case when \${sort} in ('addedAsc', 'createdAsc') then id end limit $4::integer ) select page.id as item_id, page.list_id as item_list_id, page.post_id as item_post_id, page.comment_id as item_comment_id, page.created_at as item_created_at, page.target_created_us as "item_key", shown_post.*, shown_author.*, viewer_state.* from page join posts on posts.id = page.post_id cross join lateral post_columns(posts, posts.id, posts.link_image_id, \${format}, $5) as shown_post join users on users.id = shown_post.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, $6) as viewer_state where page.comment_id is null`,
  parameters: ['listId', 'cursorId', 'cursorKey', 'limit', 'renderer', 'viewerId'],
  literals: ['sort', 'hasCursor', 'format'],
}

// Made from feedViewerState.sql by `npm run database-types`. Do not edit.
import type { PostViewerColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly viewerId: string
  readonly postIds: readonly string[]
}

export type FeedViewerStateRow = PostViewerColumns & {
  id: string
  upvotes: number
  downvotes: number
  hotness: string
  comment_count: number
  last_activity_at: Date
}

export const feedViewerState: Statement<Parameters, FeedViewerStateRow> = {
  name: 'feedViewerState',
  text: `select posts.id, posts.upvotes, posts.downvotes, posts.hotness, posts.comment_count, posts.last_activity_at, viewer_state.* from posts cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, $1) as viewer_state where posts.id = any($2) and posts.deleted_at is null`,
  parameters: ['viewerId', 'postIds'],
  literals: [],
}

// Made from feedHead.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly sort: 'latest' | 'hot' | 'activity'
  readonly liftsPinned: boolean
  readonly limit: number
}

export type FeedHeadRow = {
  id: string
  community_id: string
  feed_key: string
  is_on_top: boolean
  is_score_hidden: boolean
  read_at: string
}

export const feedHead: Statement<Parameters, FeedHeadRow> = {
  name: 'feedHead',
  text: `with pinned_post as materialized ( select id, community_id, created_at, score_hidden_until from posts where \${liftsPinned} and deleted_at is null and is_pinned_site ), listed_post as ( select posts.id, posts.community_id, posts.score_hidden_until, case \${sort} when 'latest' then microseconds_of(posts.created_at) when 'hot' then posts.hotness else posts.activity end as key from posts where posts.deleted_at is null and (not \${liftsPinned} or posts.id <> all(array(select id from pinned_post))) order by case when \${sort} = 'latest' then posts.created_at end desc, case \${sort} when 'hot' then posts.hotness when 'activity' then posts.activity end desc, posts.id desc limit \${limit} ), head as ( select id, community_id, score_hidden_until, key, false as is_on_top from listed_post union all select id, community_id, score_hidden_until, microseconds_of(created_at), true from pinned_post ) select head.id, head.community_id, head.key as "feed_key", head.is_on_top, coalesce(head.score_hidden_until > now(), false) as "is_score_hidden", microseconds_of(statement_timestamp()) as "read_at" from head order by head.is_on_top desc, head.key desc, head.id desc`,
  parameters: [],
  literals: ['sort', 'liftsPinned', 'limit'],
}

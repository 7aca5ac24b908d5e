// Made from movePost.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly toId: string
  readonly postId: string
  readonly fromId: string
}

export type MovePostRow = {
  id: string
}

export const movePost: Statement<Parameters, MovePostRow> = {
  name: 'movePost',
  text: `with moved as ( update posts set community_id = $1, is_pinned = false where id = $2 and community_id = $3 returning id ), counted as ( update communities set post_count = post_count + case when communities.id = $1 then 1 else -1 end from moved where communities.id in ($3, $1) ), found_post as ( update post_search set community_id = $1, words = ts_delete(words, '§c' || $3::text) || array_to_tsvector(array['§c' || $1::text]) from moved where post_search.post_id = moved.id ), found_comment as ( update comment_search set community_id = $1, words = ts_delete(words, '§c' || $3::text) || array_to_tsvector(array['§c' || $1::text]) from moved join comments on comments.post_id = moved.id where comment_search.comment_id = comments.id ), report as ( update reports set community_id = $1, rule_id = null from moved where reports.post_id = moved.id ), review as ( update reviews set community_id = $1 from moved where reviews.post_id = moved.id ), held as ( update held_items set community_id = $1 from moved where held_items.post_id = moved.id and held_items.sent->>'userGroup' is distinct from 'community' ), appeal as ( update appeals set community_id = $1 from moved where appeals.community_id = $3 and appeals.post_id = moved.id and answered_at is null ), looker as ( delete from queue_lookers using moved where queue_lookers.post_id = moved.id ) select id from moved`,
  parameters: ['toId', 'postId', 'fromId'],
  literals: [],
}

// Made from newPosts.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly memberId: string
  readonly communitiesMax: number
  readonly countedMax: number
}

export type NewPostsRow = {
  id: string
  name: string
  newPosts: number
}

export const newPosts: Statement<Parameters, NewPostsRow> = {
  name: 'newPosts',
  text: `with membership as materialized ( select communities.id, communities.name, communities.name_key, memberships.visited_at from memberships join communities on communities.id = memberships.community_id where memberships.user_id = $1 and communities.deleted_at is null order by communities.name_key limit $2::integer ), muted as materialized ( select array(select muted_user_id from user_mutes where user_id = $1) || $1::bigint as ids ) select membership.id, membership.name, counted.new_posts as "newPosts" from membership cross join lateral ( select count(*)::integer as new_posts from ( select from posts where posts.community_id = membership.id and posts.deleted_at is null and posts.created_at > membership.visited_at and posts.author_id <> all(coalesce((select ids from muted), '{}')) limit $3::integer) as recent) as counted where counted.new_posts > 0 order by membership.name_key`,
  parameters: ['memberId', 'communitiesMax', 'countedMax'],
  literals: [],
}

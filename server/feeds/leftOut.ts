import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../http/viewer.ts'
import type { FeedScope } from './streams.ts'

type Sql = RawBuilder<unknown>

/** What decides which posts a member's feeds leave out. */
export type Avoider = Pick<Viewer, 'id' | 'hidesPosts' | 'mutesMembers' | 'mutesCommunities'>

/**
 * Which posts a feed leaves out for one viewer (API contract 3.3), as conditions on `posts`; none for guests
 * and for those who hide and mute nothing, all for everybody else, so that there are few statements to plan.
 *
 * Each is a scalar subquery, which PostgreSQL asks for one post after the other: as `not exists` it might join
 * all that the member ever hid with all posts first. It expects `coalesce` to be true half the time, `is null`
 * almost never; a page that it believes to be rare looks so expensive that it no longer minds reading all
 * members for their names.
 */
export function leftOutFor(viewer: Avoider | null, scope: FeedScope): Sql[] {
  // Who moderates must see everything.
  if (!viewer || scope.kind === 'moderating') return []
  // Who joined a muted community, or opens it, wants to see it there.
  const leavesOutCommunities = scope.kind === 'all'
  if (!viewer.hidesPosts && !viewer.mutesMembers && !(leavesOutCommunities && viewer.mutesCommunities))
    return []
  const conditions = [
    sql`coalesce((select false from hidden_posts
      where hidden_posts.user_id = ${viewer.id} and hidden_posts.post_id = posts.id), true)`,
    sql`coalesce((select false from user_mutes
      where user_mutes.user_id = ${viewer.id} and user_mutes.muted_user_id = posts.author_id), true)`,
  ]
  if (leavesOutCommunities)
    conditions.push(sql`coalesce((select false from community_mutes
      where community_mutes.user_id = ${viewer.id}
        and community_mutes.muted_community_id = posts.community_id), true)`)
  return conditions
}

/** The pinned posts that belong on top of a feed: of its community, or of the whole site. */
export const pinnedIn = (scope: FeedScope): Sql =>
  scope.kind === 'community'
    ? sql`select id, created_at from posts
        where is_pinned and community_id = ${scope.communityId} and deleted_at is null`
    : sql`select id, created_at from posts where is_pinned_site and deleted_at is null`

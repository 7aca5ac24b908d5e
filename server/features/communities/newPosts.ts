import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { newPostsCommunitiesMax, newPostsCountedMax } from '../../../contract/limitValues.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { newPosts } from './newPosts.sql.ts'

/** The communities of a member with new posts, and their numbers. */
export async function listNewPosts(db: Db, memberId: string): Promise<OutputOf<'listNewPosts'>> {
  const communities = await queryRows(db, newPosts, {
    memberId,
    communitiesMax: newPostsCommunitiesMax,
    countedMax: newPostsCountedMax,
  })
  return { communities }
}

/**
 * Records that a member opened a community. Does nothing if they did not join it, or within a minute of the last time unless
 * there was a post since: it would stay new after they saw it.
 */
export async function visitCommunity(db: Db, memberId: string, communityId: string): Promise<void> {
  await sql`update memberships set visited_at = now()
    where user_id = ${memberId} and community_id = ${communityId}
      and (visited_at < now() - interval '1 minute' or exists (
        select from posts
        where posts.community_id = memberships.community_id and deleted_at is null and created_at > visited_at))`.execute(
    db,
  )
}

import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { newPostsCommunitiesMax, newPostsCountedMax } from '../../../contract/limitValues.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { newPosts } from './newPosts.sql.ts'

/** The communities of a member in which there are posts that they have not seen, with how many. */
export async function listNewPosts(db: Db, memberId: string): Promise<OutputOf<'listNewPosts'>> {
  const communities = await queryRows(db, newPosts, {
    memberId,
    communitiesMax: newPostsCommunitiesMax,
    countedMax: newPostsCountedMax,
  })
  return { communities }
}

/** Remembers that a member opened a community; nothing where they are no member of it, or did a minute ago. */
export async function visitCommunity(db: Db, memberId: string, communityId: string): Promise<void> {
  await sql`update memberships set visited_at = now()
    where user_id = ${memberId} and community_id = ${communityId}
      and visited_at < now() - interval '1 minute'`.execute(db)
}

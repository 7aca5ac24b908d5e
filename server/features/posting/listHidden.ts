import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { limits } from '../../../contract/limits.ts'
import { unreadableCommunities } from '../../core/permissions/bans.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseTimestampCursor } from '../../platform/http/cursor.ts'

/**
 * A page of the posts that a member has hidden, the last hidden first. Without deleted ones, which no feed shows, and without those
 * that the member may not read.
 *
 * @throws Refused with `invalid_cursor`.
 */
export async function listHiddenPosts(
  db: Db,
  viewer: Pick<Viewer, 'id' | 'bans'>,
  query: { next?: string },
): Promise<OutputOf<'listHiddenPosts'>> {
  const from = parseTimestampCursor(query.next)
  const unreadable = unreadableCommunities(viewer)
  const rows = await db
    .selectFrom('hidden_posts')
    .innerJoin('posts', 'posts.id', 'hidden_posts.post_id')
    .innerJoin('communities', 'communities.id', 'posts.community_id')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .where('hidden_posts.user_id', '=', viewer.id)
    .where('posts.deleted_at', 'is', null)
    .$if(unreadable.length > 0, (q) => q.where('posts.community_id', 'not in', unreadable))
    .$if(from !== null, (q) =>
      q.where(sql<boolean>`(hidden_at, post_id) <= (moment_of(${from?.key}::bigint), ${from?.id}::bigint)`),
    )
    .select((eb) => [
      'posts.id',
      'posts.public_id as publicId',
      'posts.title',
      'communities.name as communityName',
      eb.case().when('users.deleted_at', 'is', null).then(eb.ref('users.username')).end().as('username'),
      'hidden_posts.hidden_at as hiddenAt',
      sql<string>`microseconds_of(hidden_at)`.as('key'),
    ])
    .orderBy('hidden_posts.hidden_at', 'desc')
    .orderBy('hidden_posts.post_id', 'desc')
    .limit(sql.lit(limits.hiddenPostsPerPage + 1))
    .execute()
  const following = rows[limits.hiddenPostsPerPage]
  return {
    items: rows
      .slice(0, limits.hiddenPostsPerPage)
      .map(({ key: _, hiddenAt, ...post }) => ({ ...post, hiddenAt: hiddenAt.toISOString() })),
    next: following ? `${following.key}.${following.id}` : null,
  }
}

import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/*
 * The locks of moves and merges, in the order of all writes: permission locks, communities, waiting appeals, posts, their threads, comments,
 * and last what is stored about them. Who stores something about a post or comment holds its post or thread until that is committed, so it
 * is there before the statement that takes it along begins (lockContent.sql).
 */

/** Appeals that wait go with their post. Before it, because who answers one locks them in this order, too. */
export async function lockAppeals(trx: Db, postId: string): Promise<void> {
  await trx
    .selectFrom('appeals')
    .where('community_id', '=', (eb) =>
      eb.selectFrom('posts').where('posts.id', '=', postId).select('posts.community_id'),
    )
    .where('post_id', '=', postId)
    .where('answered_at', 'is', null)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Locks posts, then their threads: waits for votes and reports on their comments, and for what moderators do about them. */
export async function closePosts(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`with post as materialized (
      select id from posts where id = any(${[...ids]}::bigint[]) order by id for no key update)
    select close_thread(id) from (
      select id from post cross join (select count(*) from post) as all_posts order by id) as thread`.execute(
    trx,
  )
}

import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connection.ts'
import type { Place, Slice } from './erasure.ts'

/** Votes have no index by member, so the votes on this many posts are searched at once. */
const postsPerSlice = 2000

/**
 * Deletes who cast them, and keeps the counts: as with imported votes, of which only the numbers are known. Points that they gave stay,
 * too. Votes that do not count leave nothing.
 */
export async function deleteVotes(trx: Db, userId: string, place: Place | null): Promise<Slice> {
  const after = place?.after ?? '0'
  const { rows: ends } = await sql<{ last: string | null; count: number }>`
    select max(id)::text as last, count(*)::integer as count from (
      select id from posts where id > ${after}::bigint order by id limit ${sql.lit(postsPerSlice)}) as next`.execute(
    trx,
  )
  const end = ends[0]
  if (!end?.last) {
    await trx.deleteFrom('slow_voters').where('user_id', '=', userId).execute()
    await trx.deleteFrom('uncounted_voters').where('user_id', '=', userId).execute()
    return { counts: {}, next: null }
  }
  const range = sql`post_id > ${after}::bigint and post_id <= ${end.last}::bigint and user_id = ${userId}`
  const votes =
    (await moveToCounts(trx, userId, 'post', range)) + (await moveToCounts(trx, userId, 'comment', range))
  // The next slice is the last one, which finds no post.
  return { counts: { votes }, next: { after: end.last } }
}

async function moveToCounts(
  trx: Db,
  userId: string,
  of: 'post' | 'comment',
  range: ReturnType<typeof sql>,
): Promise<number> {
  const table = sql.table(`${of}s`)
  const votes = sql.table(`${of}_votes`)
  const key = sql.ref(`${of}_id`)
  // Locked in the order in which votes lock: the post or comment before its author.
  await sql`
    select from ${table} where id in (select ${key} from ${votes} where ${range}) order by id for no key update`.execute(
    trx,
  )
  await sql`
    select from users where id in (
      select author_id from ${table} where id in (select ${key} from ${votes} where ${range} and up and moves_points and counts))
    order by id for no key update`.execute(trx)
  const { rows } = await sql<{ deleted: number }>`
    with vote as (delete from ${votes} where ${range} returning ${key} as id, up, moves_points, counts),
    counted as (
      update ${table} as subject set imported_upvotes = imported_upvotes + (case when up then 1 else 0 end),
        imported_downvotes = imported_downvotes + (case when up then 0 else 1 end)
      from vote where subject.id = vote.id and up is not null and counts returning subject.author_id, up, moves_points),
    given as (
      select author_id, count(*) as points from counted where up and moves_points and author_id <> ${userId} group by author_id),
    kept as (
      update users set imported_points = imported_points + given.points from given where users.id = given.author_id)
    select count(*)::integer as deleted from vote`.execute(trx)
  return rows[0]?.deleted ?? 0
}

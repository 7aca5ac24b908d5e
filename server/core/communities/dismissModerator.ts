import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/**
 * Removes a moderator from a community that the caller has locked. Those below move up, so that positions have no gaps.
 *
 * @returns whether they moderated it.
 */
export async function dismissModerator(trx: Db, userId: string, communityId: string): Promise<boolean> {
  const { rows } = await sql`
    with dismissed as (
      delete from moderators where community_id = ${communityId} and user_id = ${userId} returning user_id, position),
    places as (
      select user_id, row_number() over (order by position) - 1 as place from moderators
      where community_id = ${communityId} and user_id <> ${userId}),
    moved as (
      update moderators set position = places.place from places
      where moderators.community_id = ${communityId} and moderators.user_id = places.user_id
        and moderators.position <> places.place)
    select from dismissed`.execute(trx)
  return rows.length > 0
}

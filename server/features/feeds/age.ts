import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/** The windows of the short top lists, by the age band that a post leaves at their end. */
const windows = [
  { band: 0, days: 1 },
  { band: 1, days: 7 },
  { band: 2, days: 30 },
  { band: 3, days: 365 },
] as const

/**
 * Moves posts that have become too old for a short top list to the next one. It considers posts that crossed a
 * boundary within the last days, found by their time of creation, so its cost depends on the number of recent posts
 * and not on the size of the forum.
 *
 * @param sinceDays how far to go back; more than the usual two after a long downtime.
 */
export async function agePosts(db: Db, sinceDays = 2): Promise<void> {
  for (const { band, days } of windows)
    await sql`
      update posts set age_band = post_age_band(created_at, now())
      where deleted_at is null and age_band = ${sql.lit(band)}
        and created_at <= now() - make_interval(days => ${sql.lit(days)})
        and created_at > now() - make_interval(days => ${sql.lit(days + sinceDays)})`.execute(db)
}

/** Ages every post, at the start of a program that may have been down for long. */
export async function ageAllPosts(db: Db): Promise<void> {
  await sql`
    update posts set age_band = post_age_band(created_at, now())
    where deleted_at is null and age_band < 4 and age_band <> post_age_band(created_at, now())`.execute(db)
}

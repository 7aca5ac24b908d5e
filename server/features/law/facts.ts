import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/** What the documents say about the forum, besides settings and configuration. */
export interface ForumFacts {
  readonly accounts: number
  /** In the last 30 days, by the latest hourly count; null before the first. */
  readonly activeMembers: number | null
  readonly communities: number
  readonly moderators: number
  readonly admins: number
  readonly isTorBlocked: boolean
}

/** Counts of the forum: small tables, and one row of the hourly counts. */
export async function getFacts(db: Db): Promise<ForumFacts> {
  const { rows } = await sql<ForumFacts>`
    select user_count as accounts, tor_blocked as "isTorBlocked",
      (select (numbers ->> 'users_month')::integer from site_statistics order by hour desc limit 1) as "activeMembers",
      (select count(*)::integer from communities where deleted_at is null) as communities,
      (select count(distinct user_id)::integer from moderators) as moderators,
      (select count(*)::integer from users where is_admin and not is_built_in and deleted_at is null) as admins
    from site_settings`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('The row of site_settings is missing.')
  return facts
}

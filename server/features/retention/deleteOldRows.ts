import { sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connection.ts'

type Days = Pick<
  Config,
  'keepNotificationsDays' | 'keepVisitsDays' | 'keepAnalyticsDays' | 'keepAddressesDays' | 'keepLogsDays'
>

/**
 * What happens to old rows in growing tables. `old` is an expression over columns of the table; rows before `:limit` are old.
 */
const rules = [
  // New ones are kept: they are counted in `users.notifications_new_count`, and members who were away should see them.
  {
    table: 'notifications',
    days: 'keepNotificationsDays',
    old: sql`not is_new and updated_at`,
    change: sql`delete from notifications`,
  },
  {
    table: 'post_visits',
    days: 'keepVisitsDays',
    old: sql`visited_at`,
    change: sql`delete from post_visits`,
  },
  {
    table: 'analytics_events',
    days: 'keepAnalyticsDays',
    old: sql`created_at`,
    change: sql`delete from analytics_events`,
  },
  // The queue of moderators needs those of 30 days.
  {
    table: 'reviews',
    days: 90,
    old: sql`reviewed_at`,
    change: sql`delete from reviews`,
  },
  // What authors deleted while it was reported; its images go with it.
  {
    table: 'reported_copies',
    days: limits.reportedCopyDays,
    old: sql`kept_at`,
    change: sql`delete from reported_copies`,
  },
  {
    table: 'drafts',
    days: limits.draftDays,
    old: sql`saved_at`,
    change: sql`delete from drafts`,
  },
  {
    table: 'modmail_conversations',
    days: limits.archivedConversationDays,
    old: sql`archived_at`,
    change: sql`delete from modmail_conversations`,
  },
  // Appeals have copies of the fields that they need, and are kept as long as entries of the same age.
  {
    table: 'moderation_log',
    days: 'keepLogsDays',
    old: sql`created_at`,
    change: sql`delete from moderation_log`,
  },
  // After the log: without its appeal, an entry could be appealed again.
  {
    table: 'appeals',
    days: 'keepLogsDays',
    old: sql`answered_at`,
    change: sql`delete from appeals`,
  },
  {
    table: 'setting_changes',
    days: 'keepLogsDays',
    old: sql`changed_at`,
    change: sql`delete from setting_changes`,
  },
  {
    table: 'users',
    days: 'keepAddressesDays',
    old: sql`created_ip is not null and created_at`,
    change: sql`update users set created_ip = null`,
  },
  {
    table: 'users',
    days: 'keepAddressesDays',
    old: sql`last_seen_ip is not null and last_seen_at`,
    change: sql`update users set last_seen_ip = null`,
  },
  {
    table: 'sessions',
    days: 'keepAddressesDays',
    old: sql`last_seen_ip is not null and last_seen_at`,
    change: sql`update sessions set last_seen_ip = null`,
  },
  {
    table: 'analytics_events',
    days: 'keepAddressesDays',
    old: sql`ip is not null and created_at`,
    change: sql`update analytics_events set ip = null`,
  },
  {
    table: 'applications',
    days: 'keepAddressesDays',
    old: sql`created_ip is not null and created_at`,
    change: sql`update applications set created_ip = null`,
  },
] as const satisfies readonly {
  readonly table: string
  /** Either a fixed number or a setting. */
  readonly days: keyof Days | number
  readonly old: unknown
  readonly change: unknown
}[]

/** 256 KiB, some thousand rows at most: a transaction of a few milliseconds. */
const blocksAtOnce = 32

/**
 * Deletes old rows, and old addresses from accounts. Each table is read once from its beginning to its end (TID range scan), so no index
 * has to be kept for this; each part of it is one transaction. Rows locked by others are skipped until the next run.
 * After an interruption, the next run continues, because finished rows do not match any more.
 */
export async function deleteOldRows(db: Db, config: Days, signal: AbortSignal): Promise<void> {
  for (const { table, days, old, change } of rules) {
    const keptDays = typeof days === 'number' ? days : config[days]
    if (keptDays === 0) continue
    const blocks = await countBlocks(db, table)
    for (let from = 0; from < blocks && !signal.aborted; from += blocksAtOnce)
      await sql`
        ${change} where ctid = any(array(
          select ctid from ${sql.table(table)}
          where ctid >= ${sql.lit(`(${from},0)`)}::tid and ctid < ${sql.lit(`(${from + blocksAtOnce},0)`)}::tid
            and ${old} < now() - make_interval(days => ${sql.lit(keptDays)})
          for update skip locked))`.execute(db)
  }
}

async function countBlocks(db: Db, table: string): Promise<number> {
  const { blocks } = await db
    .selectNoFrom(
      sql<number>`(pg_relation_size(${table}::regclass) / current_setting('block_size')::integer)::integer`.as(
        'blocks',
      ),
    )
    .executeTakeFirstOrThrow()
  return blocks
}

import { sql } from 'kysely'
import { deletedData, type KeptDays, type Period } from '../../core/retention/periods.ts'
import type { Db } from '../../platform/database/connection.ts'

const complaintDays = deletedData.noticeSenders.kept.days

/**
 * What happens to old rows in growing tables. `old` is an expression over columns of the table: rows of which it is earlier than the
 * period are old.
 */
const rules = [
  // New ones are kept: they are counted in `users.notifications_new_count`, and members who were away should see them.
  {
    table: 'notifications',
    period: deletedData.notifications,
    old: sql`not is_new and updated_at`,
    change: sql`delete from notifications`,
  },
  {
    table: 'post_visits',
    period: deletedData.visits,
    old: sql`visited_at`,
    change: sql`delete from post_visits`,
  },
  {
    table: 'analytics_events',
    period: deletedData.appUseOfMembers,
    old: sql`created_at`,
    change: sql`delete from analytics_events`,
  },
  {
    table: 'reviews',
    period: deletedData.reviews,
    old: sql`reviewed_at`,
    change: sql`delete from reviews`,
  },
  // What authors deleted while it was reported; its images go with it.
  {
    table: 'reported_copies',
    period: deletedData.reportedCopies,
    old: sql`kept_at`,
    change: sql`delete from reported_copies`,
  },
  {
    table: 'drafts',
    period: deletedData.drafts,
    old: sql`saved_at`,
    change: sql`delete from drafts`,
  },
  {
    table: 'held_items',
    period: deletedData.heldItems,
    old: sql`decided_at`,
    change: sql`delete from held_items`,
  },
  {
    table: 'modmail_conversations',
    period: deletedData.conversations,
    old: sql`archived_at`,
    change: sql`delete from modmail_conversations`,
  },
  // Appeals have copies of the fields that they need, and are kept as long as entries of the same age.
  {
    table: 'moderation_log',
    period: deletedData.moderationLog,
    old: sql`created_at`,
    change: sql`delete from moderation_log`,
  },
  // After the log: without its appeal, an entry could be appealed again.
  {
    table: 'appeals',
    period: deletedData.appeals,
    old: sql`answered_at`,
    change: sql`delete from appeals`,
  },
  {
    table: 'notices',
    period: deletedData.notices,
    old: sql`not is_open and coalesce(second_decided_at, decided_at + make_interval(days => ${sql.lit(complaintDays)}))`,
    change: sql`delete from notices`,
  },
  // Who sent them, when they can no longer complain.
  {
    table: 'notices',
    period: deletedData.noticeSenders,
    old: sql`num_nonnulls(reporter_id, reporter_name, reporter_email) > 0
      and not is_open and coalesce(second_decided_at, decided_at)`,
    change: sql`update notices set reporter_id = null, reporter_name = null, reporter_email = null`,
  },
  {
    table: 'setting_changes',
    period: deletedData.settingChanges,
    old: sql`changed_at`,
    change: sql`delete from setting_changes`,
  },
  {
    table: 'new_member_texts',
    period: deletedData.newMemberTexts,
    old: sql`created_at`,
    change: sql`delete from new_member_texts`,
  },
  {
    table: 'waves',
    period: deletedData.waves,
    old: sql`ended_at`,
    change: sql`delete from waves`,
  },
  {
    table: 'automation_hits',
    period: deletedData.automationHits,
    old: sql`at`,
    change: sql`delete from automation_hits`,
  },
  // Until then they can be undone. Their filters may name addresses.
  {
    table: 'bulk_actions',
    period: deletedData.bulkActions,
    old: sql`finished_at`,
    change: sql`delete from bulk_actions`,
  },
  {
    table: 'users',
    period: deletedData.addresses,
    old: sql`created_ip is not null and created_at`,
    change: sql`update users set created_ip = null`,
  },
  {
    table: 'users',
    period: deletedData.addresses,
    old: sql`last_seen_ip is not null and last_seen_at`,
    change: sql`update users set last_seen_ip = null`,
  },
  {
    table: 'sessions',
    period: deletedData.addresses,
    old: sql`last_seen_ip is not null and last_seen_at`,
    change: sql`update sessions set last_seen_ip = null`,
  },
  {
    table: 'analytics_events',
    period: deletedData.addresses,
    old: sql`ip is not null and created_at`,
    change: sql`update analytics_events set ip = null`,
  },
  {
    table: 'applications',
    period: deletedData.addresses,
    old: sql`created_ip is not null and created_at`,
    change: sql`update applications set created_ip = null`,
  },
] as const satisfies readonly {
  readonly table: string
  readonly period: Period & { readonly kept: { readonly days: number } | { readonly config: keyof KeptDays } }
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
export async function deleteOldRows(db: Db, config: KeptDays, signal: AbortSignal): Promise<void> {
  for (const { table, period, old, change } of rules) {
    const keptDays = 'config' in period.kept ? config[period.kept.config] : period.kept.days
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

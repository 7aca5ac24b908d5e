import { type RawBuilder, sql } from 'kysely'
import { deletedData, type KeptDays, type Period } from '../../core/retention/periods.ts'
import type { Db } from '../../platform/database/connection.ts'

const complaintDays = deletedData.noticeSenders.kept.days

interface Rule {
  readonly table: string
  readonly period: Period & { readonly kept: { readonly days: number } | { readonly config: keyof KeptDays } }
  /** An expression over columns of the table: rows of which it is earlier than the period are old. */
  readonly old: RawBuilder<unknown>
  /** What happens to them; otherwise they are deleted. */
  readonly change?: RawBuilder<unknown>
}

/** An address, and when it was used. */
const address = (table: string, column: string, usedAt: string): Rule => ({
  table,
  period: deletedData.addresses,
  old: sql`${sql.ref(column)} is not null and ${sql.ref(usedAt)}`,
  change: sql`update ${sql.table(table)} set ${sql.ref(column)} = null`,
})

/** What happens to old rows in growing tables, in this order. */
const rules: readonly Rule[] = [
  // New ones are kept: they are counted in `users.notifications_new_count`, and members who were away should see them.
  { table: 'notifications', period: deletedData.notifications, old: sql`not is_new and updated_at` },
  { table: 'post_visits', period: deletedData.visits, old: sql`visited_at` },
  { table: 'analytics_events', period: deletedData.appUseOfMembers, old: sql`created_at` },
  { table: 'reviews', period: deletedData.reviews, old: sql`reviewed_at` },
  // What authors deleted while it was reported; its images go with it.
  { table: 'reported_copies', period: deletedData.reportedCopies, old: sql`kept_at` },
  { table: 'drafts', period: deletedData.drafts, old: sql`saved_at` },
  { table: 'held_items', period: deletedData.heldItems, old: sql`decided_at` },
  { table: 'modmail_conversations', period: deletedData.conversations, old: sql`archived_at` },
  // Appeals have copies of the fields that they need, and are kept as long as entries of the same age.
  { table: 'moderation_log', period: deletedData.moderationLog, old: sql`created_at` },
  // After the log: without its appeal, an entry could be appealed again.
  { table: 'appeals', period: deletedData.appeals, old: sql`answered_at` },
  {
    table: 'notices',
    period: deletedData.notices,
    old: sql`not is_open and coalesce(second_decided_at, decided_at + make_interval(days => ${sql.lit(complaintDays)}))`,
  },
  // Who sent them, when they can no longer complain.
  {
    table: 'notices',
    period: deletedData.noticeSenders,
    old: sql`num_nonnulls(reporter_id, reporter_name, reporter_email) > 0
      and not is_open and coalesce(second_decided_at, decided_at)`,
    change: sql`update notices set reporter_id = null, reporter_name = null, reporter_email = null`,
  },
  { table: 'setting_changes', period: deletedData.settingChanges, old: sql`changed_at` },
  { table: 'new_member_texts', period: deletedData.newMemberTexts, old: sql`created_at` },
  { table: 'waves', period: deletedData.waves, old: sql`ended_at` },
  { table: 'automation_hits', period: deletedData.automationHits, old: sql`at` },
  // Until then they can be undone. Their filters may name addresses.
  { table: 'bulk_actions', period: deletedData.bulkActions, old: sql`finished_at` },
  address('users', 'created_ip', 'created_at'),
  address('users', 'last_seen_ip', 'last_seen_at'),
  address('sessions', 'last_seen_ip', 'last_seen_at'),
  address('analytics_events', 'ip', 'created_at'),
  address('applications', 'created_ip', 'created_at'),
]

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
        ${change ?? sql`delete from ${sql.table(table)}`} where ctid = any(array(
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

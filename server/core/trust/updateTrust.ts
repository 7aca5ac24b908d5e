import {
  nextTrust,
  removalDays,
  type TrustFacts,
  type TrustLevel,
  trustGraceDays,
  trustOf,
  trustTable,
} from '../../../contract/trust.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow, queryRows } from '../../platform/database/statement.ts'
import { storeTrust } from './storeTrust.sql.ts'
import { type TrustFactsRow, trustFacts } from './trustFacts.sql.ts'

const membersPerBatch = 500

/** Beyond these, more makes no difference for any level, or would cost too much to count. */
export const countedMax = {
  visitsMax: Math.max(...Object.values(trustTable).map(({ postsRead }) => postsRead)),
  approvalsMax: Math.max(...Object.values(trustTable).map(({ approvals }) => approvals)),
  removalsMax: 10,
  bansMax: 10,
  postsMax: 100,
  commentsMax: 200,
} as const

const constants = { ...countedMax, graceDays: trustGraceDays, removalDays }

/** What one member did; null for an account that is gone. */
export async function findTrustFacts(db: Db, memberId: string): Promise<TrustFacts | null> {
  const row = await queryRow(db, trustFacts, { ...constants, limit: 0, memberId })
  return row ? factsOf(row) : null
}

/**
 * Gives members the trust level that they have earned: those who were here since the last run, in batches. After an upgrade this is
 * everyone who was ever here.
 */
export async function updateTrust(
  db: Db,
  signal: AbortSignal,
  { batch = membersPerBatch }: { batch?: number } = {},
): Promise<void> {
  while (!signal.aborted && (await updateNext(db, batch)) === batch);
}

/** @returns how many members were looked at. */
async function updateNext(db: Db, batch: number): Promise<number> {
  const rows = await queryRows(db, trustFacts, {
    ...constants,
    limit: batch,
    memberId: null,
  })
  const last = rows.at(-1)
  if (!last) return 0
  const judged = rows.map((row) => {
    const earned = trustOf(factsOf(row))
    return { row, earned, level: nextTrust(row.trust_level as TrustLevel, earned, row.is_grace_over) }
  })
  await queryRows(db, storeTrust, {
    userIds: rows.map(({ id }) => id),
    levels: judged.map(({ level }) => level),
    earned: judged.map(({ earned }) => earned),
    daysVisited: rows.map(({ days_visited }) => days_visited),
    lastDays: rows.map(({ last_day }) => last_day),
    seenMicros: last.seen_micros,
    seenId: last.id,
  })
  return rows.length
}

const factsOf = (row: TrustFactsRow): TrustFacts => ({
  daysVisited: row.days_visited,
  postsRead: row.posts_read,
  approvals: row.approvals,
  ageDays: row.age_days,
  removals: row.removals,
  bans: row.bans,
  vouchers: row.vouchers,
})

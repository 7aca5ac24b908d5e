import { sql } from 'kysely'
import type { SearchProgress } from '../../../contract/entities/search.ts'
import type { Orders } from '../../platform/cache/orders.ts'
import type { Db } from '../../platform/database/connection.ts'

/** More rows than these are estimated, so that a large import makes no search slower. */
const countedMax = 100_000

const tables = ['posts', 'comments'] as const

/**
 * How far the job is that adds imported texts to the search index; null if it has nothing left. Kept for as long as answers to guests.
 *
 * @see ../../features/search/indexTexts.ts
 */
export async function getSearchProgress({
  db,
  orders,
}: {
  readonly db: Db
  readonly orders: Orders
}): Promise<SearchProgress | null> {
  const { progress } = await orders.get('search progress', {
    read: async () => ({ progress: await findProgress(db), readAt: 0, bytes: 100 }),
  })
  return progress
}

async function findProgress(db: Db): Promise<SearchProgress | null> {
  const rows = await db
    .selectFrom('search_progress')
    .where('is_finished', '=', false)
    .where('subject', 'in', tables)
    .select(['subject', 'after_id'])
    .execute()
  if (rows.length === 0) return null
  const afterIds = new Map(rows.map(({ subject, after_id }) => [subject, after_id]))
  let total = 0
  let left = 0
  for (const table of tables) {
    const counts = await countTexts(db, table, afterIds.get(table) ?? null)
    total += counts.total
    left += counts.left
  }
  // The last batch only finds that nothing is left.
  return left === 0 ? null : { indexed: Math.max(total - left, 0), total }
}

/**
 * Rows of a table, and those after an id. Beyond `countedMax`, the statistics of the table and the share of the ids tell about how many.
 *
 * @param afterId null: none is left.
 */
async function countTexts(db: Db, table: (typeof tables)[number], afterId: string | null) {
  const { rows } = await sql<{ counted: number; left: number; estimated: number; share: number }>`
    select (select count(*)::integer from (select from ${sql.table(table)} limit ${sql.lit(countedMax)}) as counted_row) as counted,
      (select count(*)::integer from
        (select from ${sql.table(table)} where id > ${afterId}::bigint limit ${sql.lit(countedMax)}) as counted_row) as left,
      (select reltuples::integer from pg_class where oid = ${table}::regclass) as estimated,
      coalesce((max(id) - ${afterId}::bigint)::float / nullif(max(id) - min(id), 0), 0) as share
    from ${sql.table(table)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A statement without a group gave no row.')
  const total = row.counted < countedMax ? row.counted : Math.max(row.estimated, row.counted)
  const left =
    row.left < countedMax ? row.left : Math.max(Math.round(total * Math.min(row.share, 1)), row.left)
  return { total, left }
}

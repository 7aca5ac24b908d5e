import { sql } from 'kysely'
import {
  type AnalyticsEvent,
  type AnalyticsEventPage,
  type Statistics,
  statisticsNames,
} from '../../contract/entities/statistics.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'

/** Of the payload, for programs that read several. */
const payloadVersion = 0

/**
 * What was counted, hour by hour, the newest first. A cursor is the hour of the first one of its page, in seconds
 * since 1970; no two are of the same hour.
 *
 * @param asked texts from the address.
 * @throws Refused with `invalid-limit` or `invalid-next-value`.
 */
export async function listStatistics(
  db: Db,
  asked: { next?: string | undefined; limit?: string | undefined },
): Promise<AnalyticsEventPage> {
  const size = readSize(asked.limit)
  const from = readCursor(asked.next)
  const rows = await db
    .selectFrom('site_statistics')
    .select(['id', 'created_at', 'numbers', 'hour'])
    .$if(from !== null, (page) => page.where('hour', '<=', sql<Date>`to_timestamp(${from}::bigint)`))
    .orderBy('hour', 'desc')
    .limit(sql.lit(size + 1))
    .execute()
  const following = rows[size]
  return {
    events: rows.slice(0, size).map(eventView),
    next: following ? String(following.hour.getTime() / 1000) : '',
  }
}

const eventView = (row: { id: number; created_at: Date; numbers: unknown }): AnalyticsEvent => {
  const numbers = row.numbers as Partial<Statistics>
  const ordered = statisticsNames.map((name) => [name, numbers[name] ?? 0])
  return {
    id: row.id,
    name: '',
    uniqueKey: null,
    payload: JSON.stringify({ version: payloadVersion, ...Object.fromEntries(ordered) }),
    createdAt: row.created_at.toISOString(),
  }
}

function readSize(text: string | undefined): number {
  if (text === undefined || text === '') return limits.statisticsPerPage
  const size = Number(text)
  if (!/^\d+$/.test(text) || size < 1 || size > limits.statisticsPerPageMax)
    throw new Refused(errors.invalidStatisticsLimit)
  return size
}

function readCursor(text: string | undefined): string | null {
  if (text === undefined || text === '' || text === 'null') return null
  if (!/^\d{1,11}$/.test(text)) throw new Refused(errors.invalidStatisticsCursor)
  return text
}

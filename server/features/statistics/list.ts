import { sql } from 'kysely'
import { endpoints } from '../../../contract/endpoints/index.ts'
import type { AnalyticsEvent, AnalyticsEventPage } from '../../../contract/entities/statistics.ts'
import { errors } from '../../../contract/errors.ts'
import { fieldsOf } from '../../../contract/objects.ts'
import { statisticsNames } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseInteger } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'

/** Version of the format of `payload`. */
const payloadVersion = 0

/**
 * A page of the hourly statistics, newest first. The cursor is the hour of the first event of a page, in seconds since
 * 1970; hours are unique.
 *
 * @param query the parameters of the query string.
 * @throws Refused with `invalid-limit` or `invalid-next-value`.
 */
export async function listStatistics(
  db: Db,
  query: { next?: string | undefined; limit?: string | undefined },
): Promise<AnalyticsEventPage> {
  const size = parseInteger(endpoints.listStatistics.query.properties.limit, query.limit)
  const from = parseCursor(query.next)
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
  const numbers = fieldsOf(row.numbers)
  const ordered = statisticsNames.map((name) => [name, numbers[name] ?? 0])
  return {
    id: row.id,
    name: '',
    uniqueKey: null,
    payload: JSON.stringify({ version: payloadVersion, ...Object.fromEntries(ordered) }),
    createdAt: row.created_at.toISOString(),
  }
}

function parseCursor(text: string | undefined): string | null {
  if (text === undefined || text === '' || text === 'null') return null
  if (!/^\d{1,11}$/.test(text)) throw new Refused(errors.invalidStatisticsCursor)
  return text
}

import { sql } from 'kysely'
import { endpoints } from '../../../contract/endpoints/index.ts'
import type { Statistics, StatisticsSeries } from '../../../contract/entities/statistics.ts'
import { fieldsOf } from '../../../contract/objects.ts'
import { type StatisticsPeriod, statisticsNames } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseChoice } from '../../platform/http/parameters.ts'

const periods: Record<StatisticsPeriod, { readonly days: number; readonly step: StatisticsSeries['step'] }> =
  {
    day: { days: 1, step: 'hour' },
    week: { days: 7, step: 'hour' },
    month: { days: 30, step: 'day' },
    quarter: { days: 90, step: 'day' },
    year: { days: 365, step: 'week' },
  }

/**
 * The statistics of a period. Each number already covers a period (such as the posts of the last day), so a step has the numbers of
 * its last hour, without adding up.
 *
 * @throws Refused with `invalid_period`.
 */
export async function getSeries(db: Db, given: string | undefined): Promise<StatisticsSeries> {
  const { days, step } = periods[parseChoice(endpoints.getStatisticsSeries.query.properties.period, given)]
  const start = sql<Date>`date_trunc(${sql.lit(step)}, hour, 'UTC')`
  const rows = await db
    .selectFrom('site_statistics')
    .distinctOn(start)
    .where('hour', '>', sql<Date>`now() - make_interval(days => ${sql.lit(days)})`)
    .select(['hour', 'numbers'])
    .orderBy(start)
    .orderBy('hour', 'desc')
    .execute()
  return {
    step,
    points: rows.map(({ hour, numbers }) => {
      const counted = fieldsOf(numbers)
      // Older rows may lack newer numbers.
      const complete = statisticsNames.map((name) => [name, counted[name] ?? 0])
      return { at: hour.toISOString(), numbers: Object.fromEntries(complete) as Statistics }
    }),
  }
}

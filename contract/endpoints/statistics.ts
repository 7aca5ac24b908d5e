import { AnalyticsEventPage, StatisticsSeries } from '../entities/statistics.ts'
import { statisticsPerPage, statisticsPerPageMax } from '../limitValues.ts'
import { statisticsPeriods } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { choice, integer, next, optional } from './parameters.ts'

export const statisticsEndpoints = {
  listStatistics: endpoint({
    method: 'GET',
    path: '/api/analytics/bss',
    summary: 'Lists what was counted each hour, the newest first.',
    who: 'admin',
    query: optional({
      next,
      limit: integer({
        description: 'How many records a page has at most.',
        default: statisticsPerPage,
        minimum: 1,
        maximum: statisticsPerPageMax,
        form: '^[0-9]+$',
        refusal: 'invalidStatisticsLimit',
      }),
    }),
    response: AnalyticsEventPage,
    errors: ['invalidStatisticsLimit', 'invalidStatisticsCursor'],
  }),
  getStatisticsSeries: endpoint({
    method: 'GET',
    path: '/api/_admin/statistics',
    summary: 'Returns what was counted in a period, in steps that suit a chart: at most 168 of them.',
    who: 'admin',
    query: optional({
      period: choice(statisticsPeriods, {
        description:
          'The last 24 hours or 7 days by the hour, 30 or 90 days by the day, or a year by the week.',
        default: 'week',
        refusal: 'invalidStatisticsPeriod',
      }),
    }),
    response: StatisticsSeries,
    errors: ['invalidStatisticsPeriod'],
  }),
}

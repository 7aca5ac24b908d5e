import { AnalyticsEventPage } from '../entities/statistics.ts'
import { statisticsPerPage, statisticsPerPageMax } from '../limitValues.ts'
import { endpoint } from './endpoint.ts'
import { integer, next, optional } from './parameters.ts'

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
}

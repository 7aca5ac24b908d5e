import { Type } from 'typebox'
import { AnalyticsEventPage } from '../entities/statistics.ts'
import { endpoint } from './endpoint.ts'

export const statisticsEndpoints = {
  listStatistics: endpoint({
    method: 'GET',
    path: '/api/analytics/bss',
    summary: 'What was counted each hour, the newest first.',
    who: 'admin',
    query: Type.Object({ next: Type.Optional(Type.String()), limit: Type.Optional(Type.String()) }),
    response: AnalyticsEventPage,
    errors: ['invalidStatisticsLimit', 'invalidStatisticsCursor'],
  }),
}

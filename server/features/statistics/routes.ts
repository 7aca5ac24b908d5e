import { type Route, route } from '../../core/api/route.ts'
import { listStatistics } from './list.ts'
import { getSeries } from './series.ts'

export const statisticsRoutes: readonly Route[] = [
  route('listStatistics', ({ db, query }) => listStatistics(db, query)),
  route('getStatisticsSeries', ({ db, query }) => getSeries(db, query.period)),
]

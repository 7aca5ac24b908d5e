import { type Route, route } from '../../core/api/route.ts'
import { listStatistics } from './read.ts'

export const statisticsRoutes: readonly Route[] = [
  route('listStatistics', ({ db, query }) => listStatistics(db, query)),
]

import { type Route, route } from '../../core/api/route.ts'
import { recordEvent } from './events.ts'
import { listStatistics } from './list.ts'
import { getSeries } from './series.ts'

export const statisticsRoutes: readonly Route[] = [
  route('listStatistics', ({ db, query }) => listStatistics(db, query)),
  route('getStatisticsSeries', ({ db, query }) => getSeries(db, query.period)),
  route('recordEvent', ({ db, viewer, session, body }) =>
    recordEvent(db, body.event, {
      sessionIdHash: session.idHash,
      userId: viewer?.id ?? null,
      userAgent: session.userAgent,
    }),
  ),
]

import { type Route, route } from '../../core/api/route.ts'
import { listModerationLog } from './list.ts'

export const moderationLogRoutes: readonly Route[] = [
  route('listModerationLog', ({ db, viewer, query }) => listModerationLog(db, viewer, query), {
    fromReplica: 'forGuests',
  }),
]

import { readId } from '../http/ids.ts'
import { type Route, route } from '../http/route.ts'
import { report } from './report.ts'

export const moderationRoutes: readonly Route[] = [
  route('report', async ({ db, viewer, body }) =>
    report(db, viewer, { ...body, targetId: readId(body.targetId) }),
  ),
]

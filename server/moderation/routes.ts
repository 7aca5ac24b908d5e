import { readId } from '../http/ids.ts'
import { type Route, route } from '../http/route.ts'
import { textFor } from '../posts/view.ts'
import { banFromCommunity, listBanned, unbanFromCommunity } from './ban.ts'
import { enforceModeration } from './community.ts'
import { ignoreReport, ignoreReports } from './ignore.ts'
import { listQueue } from './queue.ts'
import { report } from './report.ts'
import { listReports } from './reports.ts'
import { targetViewFor } from './targets.ts'

export const moderationRoutes: readonly Route[] = [
  route('report', async ({ db, viewer, body }) =>
    report(db, viewer, { ...body, targetId: readId(body.targetId) }),
  ),
  route('listReports', (call) =>
    listReports(
      call.db,
      call.viewer,
      { ...call.params, ...call.query },
      { pageSize: call.config.pageSize, target: targetViewFor(call, textFor(call.query.render)) },
    ),
  ),
  route('ignoreReport', (call) =>
    ignoreReport(call.db, call.viewer, call.params, targetViewFor(call, textFor(call.query.render))),
  ),
  route('listQueue', (call) =>
    listQueue(call.db, call.viewer, call.query, {
      pageSize: call.config.pageSize,
      target: targetViewFor(call, textFor(call.query.render)),
    }),
  ),
  route('ignoreReports', async ({ db, viewer, body }) =>
    ignoreReports(db, viewer, { ...body, targetId: readId(body.targetId) }),
  ),
  route('listBanned', async ({ db, viewer, params, query }) => {
    const communityId = readId(params.communityId)
    await enforceModeration(db, viewer, communityId)
    return listBanned(db, communityId, query)
  }),
  route('banFromCommunity', ({ db, viewer, params, body }) =>
    banFromCommunity(db, viewer, { ...params, ...body }),
  ),
  route('unbanFromCommunity', ({ db, viewer, params, body }) =>
    unbanFromCommunity(db, viewer, { ...params, ...body }),
  ),
]

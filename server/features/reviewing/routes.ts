import { type Route, route } from '../../core/api/route.ts'
import { decideHeldItems } from './decide.ts'
import { listHeldItems, listOwnHeldItems } from './list.ts'
import { getReviewSettings, saveReviewSettings } from './settings.ts'
import { withdrawHeldItem } from './withdraw.ts'

export const reviewRoutes: readonly Route[] = [
  route('listOwnHeldItems', ({ db, viewer, query, viewAs }) => listOwnHeldItems(db, viewer, query, viewAs)),
  route('withdrawHeldItem', ({ db, viewer, params }) => withdrawHeldItem(db, viewer, params)),
  route('listHeldItems', (call) =>
    listHeldItems(call.db, call.viewer, call.query, {
      pageSize: call.config.pageSize,
      target: call.viewAs,
    }),
  ),
  route('decideHeldItems', ({ db, settings, viewer, body, viewAs }) =>
    decideHeldItems({ db, settings, to: viewAs }, viewer, body),
  ),
  route('getReviewSettings', ({ db, viewer, params }) => getReviewSettings(db, viewer, params)),
  route('saveReviewSettings', ({ db, viewer, params, body }) =>
    saveReviewSettings(db, viewer, { ...params, ...body }),
  ),
]

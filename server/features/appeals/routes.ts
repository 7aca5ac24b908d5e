import { getSuspendedMember } from '../../core/accounts/suspended.ts'
import { type Route, route } from '../../core/api/route.ts'
import { answerAppeal } from './answer.ts'
import { createAppeal, createSuspensionAppeal } from './create.ts'
import { listAppealable, listAppeals } from './list.ts'
import { getSuspension } from './suspension.ts'

export const appealRoutes: readonly Route[] = [
  route('createAppeal', ({ db, viewer, body }) => createAppeal(db, viewer, body)),
  route('listAppeals', ({ db, viewer, query }) => listAppeals(db, viewer, query)),
  route('listAppealable', ({ db, viewer }) => listAppealable(db, viewer)),
  route('answerAppeal', ({ db, viewer, params, body }) => answerAppeal(db, viewer, { ...params, ...body })),
  route('getSuspension', async (call) => getSuspension(call.db, await getSuspendedMember(call, call.body))),
  route('appealSuspension', async (call) =>
    createSuspensionAppeal(call.db, await getSuspendedMember(call, call.body), call.body.text),
  ),
]

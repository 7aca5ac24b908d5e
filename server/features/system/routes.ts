import { errors } from '../../../contract/errors.ts'
import { jobActions } from '../../../contract/words.ts'
import { type Route, route } from '../../core/api/route.ts'
import { Refused } from '../../platform/http/refused.ts'
import { changeJobs } from './jobs.ts'
import { listSecurityEvents } from './securityEvents.ts'
import { getSystemState } from './state.ts'
import { sendTestMail } from './testMail.ts'

export const systemRoutes: readonly Route[] = [
  route('getSystemState', getSystemState),
  route('changeJobs', ({ db, viewer, body }) => {
    const action = jobActions.find((word) => word === body.action)
    if (!action) throw new Refused(errors.invalidAdminAction)
    return changeJobs(db, viewer, { action, ids: body.ids })
  }),
  route('listSecurityEvents', ({ db, query }) => listSecurityEvents(db, query)),
  route('sendTestMail', (call) => sendTestMail(call, call.viewer)),
]

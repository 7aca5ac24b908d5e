import { alertEndpoints } from '../../../../contract/endpoints/alerts.ts'
import { type Call, describeAuthorization } from '../../../../tests/support/authorization.ts'

/** In `birding`, where `elsewhere` moderates nothing. */
const table = `
                      guest  banned  member  author  elsewhere  moderator  admin  needs
  getAlertSettings      401     403     403     403        403        200    200  content
  saveAlertSettings     401     403     403     403        403        200    200  content
  saveQuietHours        401     200     200     200        200        200    200
  createQueueFeed       401     403     403     403        200        200    200
  deleteQueueFeed       401     200     200     200        200        200    200
`

const calls: Record<string, Call> = {
  getAlertSettings: async (who, { birding }) => who.get(`/api/communities/${await birding()}/alerts`),
  saveAlertSettings: async (who, { birding }) =>
    who.put(`/api/communities/${await birding()}/alerts`, { onFirst: false, threshold: 2, ageHours: null }),
  saveQuietHours: (who) => who.put('/api/modqueue/quiet_hours', { quietHours: null }),
  createQueueFeed: (who) => who.post('/api/modqueue/feed'),
  deleteQueueFeed: (who) => who.delete('/api/modqueue/feed'),
}

describeAuthorization({ endpoints: alertEndpoints, table, calls })

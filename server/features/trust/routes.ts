import { type Route, route } from '../../core/api/route.ts'
import { setTrust } from './setTrust.ts'
import { getMemberTrust, getTrust } from './view.ts'
import { getVouching, stopVouching, vouch } from './vouch.ts'

export const trustRoutes: readonly Route[] = [
  route('getOwnTrust', (call) => getTrust(call, call.viewer.id)),
  route('getMemberTrust', (call) => getMemberTrust(call, call.params.username)),
  route('setMemberTrust', async (call) => {
    const { params, body } = call
    await setTrust(call.db, call.viewer, { ...params, level: body.level, reason: body.reason })
    return getMemberTrust(call, params.username)
  }),
  route('getVouching', ({ db, viewer, params }) => getVouching(db, viewer, params.username)),
  route('vouch', ({ db, viewer, params }) => vouch(db, viewer, params.username)),
  route('stopVouching', ({ db, viewer, params }) => stopVouching(db, viewer, params.username)),
]

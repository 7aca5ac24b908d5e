import { type Route, route } from '../../core/api/route.ts'
import { listMutes } from '../../core/mutes/list.ts'
import { parseId } from '../../platform/http/ids.ts'
import { mute } from './mute.ts'
import { unmute, unmuteAll, unmuteCommunity, unmuteUser } from './unmute.ts'

const given = (id: string | null | undefined) => (id == null ? null : parseId(id))

export const muteRoutes: readonly Route[] = [
  route('listMutes', ({ db, viewer }) => listMutes(db, viewer.id)),
  route('mute', async ({ db, viewer, body }) =>
    mute(db, viewer.id, { userId: given(body.userId), communityId: given(body.communityId) }),
  ),
  route('unmuteAll', ({ db, viewer, query }) => unmuteAll(db, viewer.id, query.type)),
  route('unmuteUser', async ({ db, viewer, params }) => unmuteUser(db, viewer.id, parseId(params.userId))),
  route('unmuteCommunity', async ({ db, viewer, params }) =>
    unmuteCommunity(db, viewer.id, parseId(params.communityId)),
  ),
  route('unmute', ({ db, viewer, params }) => unmute(db, viewer.id, params.muteId)),
]

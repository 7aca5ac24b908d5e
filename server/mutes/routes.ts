import { readId } from '../http/ids.ts'
import { type Route, route } from '../http/route.ts'
import { mute } from './mute.ts'
import { listMutes } from './read.ts'
import { unmute, unmuteAll, unmuteCommunity, unmuteUser } from './unmute.ts'

const given = (id: string | null | undefined) => (id == null ? null : readId(id))

export const muteRoutes: readonly Route[] = [
  route('listMutes', ({ db, viewer }) => listMutes(db, viewer.id)),
  route('mute', async ({ db, viewer, body }) =>
    mute(db, viewer.id, { userId: given(body.userId), communityId: given(body.communityId) }),
  ),
  route('unmuteAll', ({ db, viewer, query }) => unmuteAll(db, viewer.id, query.type)),
  route('unmuteUser', async ({ db, viewer, params }) => unmuteUser(db, viewer.id, readId(params.userId))),
  route('unmuteCommunity', async ({ db, viewer, params }) =>
    unmuteCommunity(db, viewer.id, readId(params.communityId)),
  ),
  route('unmute', ({ db, viewer, params }) => unmute(db, viewer.id, params.muteId)),
]

import { type Route, route } from '../../core/api/route.ts'
import { requestCommunity } from './create.ts'
import { deleteCommunityRequest } from './delete.ts'
import { listCommunityRequests } from './list.ts'

export const communityRequestRoutes: readonly Route[] = [
  route('requestCommunity', (call) => requestCommunity(call, call.viewer.id, call.body)),
  route('listCommunityRequests', ({ db, viewer }) => listCommunityRequests(db, viewer)),
  route('deleteCommunityRequest', ({ db, viewer, params }) =>
    deleteCommunityRequest(db, viewer, params.requestId),
  ),
]

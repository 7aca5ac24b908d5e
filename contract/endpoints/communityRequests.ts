import { Type } from 'typebox'
import { CommunityRequest } from '../entities/communityRequest.ts'
import { endpoint } from './endpoint.ts'

export const communityRequestEndpoints = {
  requestCommunity: endpoint({
    method: 'POST',
    path: '/api/community_requests',
    summary: 'Asks the admins for a community.',
    who: 'member',
    limit: 'requests',
    body: Type.Object({ name: Type.String({ default: '' }), note: Type.String({ default: '' }) }),
    response: null,
    errors: [
      'communityNameEmpty',
      'communityNameTooShort',
      'communityNameTooLong',
      'communityNameCharacters',
      'communityNameReserved',
      'requestedCommunityExists',
      'communityAlreadyRequested',
    ],
  }),
  listCommunityRequests: endpoint({
    method: 'GET',
    path: '/api/community_requests',
    summary: 'The requests of the last 90 days, the newest first: one’s own, for admins all.',
    who: 'member',
    response: Type.Array(CommunityRequest),
    errors: [],
  }),
  deleteCommunityRequest: endpoint({
    method: 'DELETE',
    path: '/api/community_requests/:requestId',
    summary: 'Removes a request from the list, if it is there.',
    who: 'admin',
    params: Type.Object({ requestId: Type.String() }),
    response: null,
    errors: ['invalidRequestId'],
  }),
}

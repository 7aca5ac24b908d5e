import { Type } from 'typebox'
import { CommunityRequest } from '../entities/communityRequest.ts'
import { text } from '../entities/schema.ts'
import { communityRequestsShown, requestDays, requestNoteMaxLength } from '../limitValues.ts'
import { newCommunityName } from './communities.ts'
import { endpoint } from './endpoint.ts'
import { cutAt } from './parameters.ts'

export const communityRequestEndpoints = {
  requestCommunity: endpoint({
    method: 'POST',
    path: '/api/community_requests',
    summary: 'Asks the admins for a community.',
    who: 'member',
    needsConfirmedEmail: true,
    needsAgreement: true,
    takesIdempotencyKey: true,
    limit: 'requests',
    body: Type.Object({
      name: newCommunityName,
      note: Type.String({
        default: '',
        mayBeEmpty: true,
        description: `A note for the admins. ${cutAt(requestNoteMaxLength)}`,
      }),
    }),
    response: null,
    errors: [
      'communityNameEmpty',
      'communityNameTooShort',
      'communityNameTooLong',
      'communityNameCharacters',
      'communityNameReserved',
      'communityNameOfficial',
      'requestedCommunityExists',
      'communityAlreadyRequested',
    ],
  }),
  listCommunityRequests: endpoint({
    method: 'GET',
    path: '/api/community_requests',
    summary: `Lists the requests of the last ${requestDays} days, the newest first, at most ${communityRequestsShown.toLocaleString('en')}: your own, or for admins, all.`,
    who: 'member',
    response: Type.Array(CommunityRequest),
    errors: [],
  }),
  deleteCommunityRequest: endpoint({
    method: 'DELETE',
    path: '/api/community_requests/:requestId',
    summary: 'Removes a request. It also succeeds if there is no such request.',
    who: 'admin',
    params: Type.Object({ requestId: text('The number of the request.') }),
    response: null,
    errors: ['invalidRequestId'],
  }),
}

import { communityRequestEndpoints } from '../../../contract/endpoints/communityRequests.ts'
import { type Call, describeAuthorization, isMember } from '../../../tests/support/authorization.ts'

const table = `
                            guest  banned  member  author  elsewhere  moderator  admin
  requestCommunity            401     200     200     200        200        200    200
  listCommunityRequests       401     200     200     200        200        200    200
  deleteCommunityRequest      401     403     403     403        403        403    200
`

const calls: Record<string, Call> = {
  requestCommunity: (who) =>
    who.post('/api/community_requests', { name: `of_${isMember(who) ? who.username : 'a_guest'}`, note: '' }),
  listCommunityRequests: (who) => who.get('/api/community_requests'),
  deleteCommunityRequest: (who) => who.delete('/api/community_requests/1'),
}

// [ACC-1-007]
describeAuthorization({ endpoints: communityRequestEndpoints, table, calls })

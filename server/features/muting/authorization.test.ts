import { muteEndpoints } from '../../../contract/endpoints/mutes.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'

/** The answer of every call to everyone: mutes are private to each member. */
const table = `
                   guest  banned  member  author  elsewhere  moderator  admin
  listMutes          401     200     200     200        200        200    200
  mute               401     200     200     200        200        200    200
  unmuteAll          401     200     200     200        200        200    200
  unmuteUser         401     200     200     200        200        200    200
  unmuteCommunity    401     200     200     200        200        200    200
  unmute             401     200     200     200        200        200    200
`

const calls: Record<string, Call> = {
  listMutes: (who) => who.get('/api/mutes'),
  mute: (who, { author }) => who.post('/api/mutes', { userId: author.id }),
  unmuteAll: (who) => who.delete('/api/mutes'),
  unmuteUser: (who, { author }) => who.delete(`/api/mutes/users/${author.id}`),
  unmuteCommunity: (who) => who.delete('/api/mutes/communities/1'),
  unmute: (who) => who.delete('/api/mutes/u_1'),
}

// [CORE-1-013]
describeAuthorization({ endpoints: muteEndpoints, table, calls })

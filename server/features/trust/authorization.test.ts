import { trustEndpoints } from '../../../contract/endpoints/trust.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'

/** `elsewhere` and `moderator` moderate a community, so their level is 3. */
const table = `
                     guest  banned  member  author  elsewhere  moderator  admin
  getOwnTrust          401     200     200     200        200        200    200
  getMemberTrust       401     403     403     403        403        403    200
  setMemberTrust       401     403     403     403        403        403    200
  getVouching          401     200     200     200        200        200    200
  vouch                401     403     403     403        200        200    200
  stopVouching         401     200     200     200        200        200    200
`

const calls: Record<string, Call> = {
  getOwnTrust: (who) => who.get('/api/_trust'),
  getMemberTrust: (who) => who.get('/api/_admin/trust/member_m'),
  setMemberTrust: (who) => who.put('/api/_admin/trust/banned_b', { level: 0 }),
  getVouching: (who, { author }) => who.get(`/api/users/${author.username}/vouch`),
  vouch: async (who, { forum }) => {
    const { username } = await forum.member(`new_${Math.random().toString(36).slice(2, 8)}`)
    return who.put(`/api/users/${username}/vouch`)
  },
  stopVouching: (who, { author }) => who.delete(`/api/users/${author.username}/vouch`),
}

describeAuthorization({ endpoints: trustEndpoints, table, calls })

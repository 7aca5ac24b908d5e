import { accessEndpoints } from '../../../contract/endpoints/access.ts'
import type { Invitation } from '../../../contract/entities/invitation.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import type { Member } from '../../../tests/support/forum.ts'
import type { Scene } from '../../../tests/support/scene.ts'

const table = `
                                    guest  banned  member  author  elsewhere  moderator  admin
  createInvitation                    401     403     403     403        403        403    200
  createInvitation if members may     401     200     200     200        200        200    200
  listInvitations                     401     200     200     200        200        200    200
  listInvitations of all              401     403     403     403        403        403    200
  getInvitation                       200     200     200     200        200        200    200
  withdrawInvitation of an author     401     404     404     200        404        404    200
  apply                               201     400     400     400        400        400    400
  apply without approval              400     400     400     400        400        400    400
  openApplication                     401     400     400     400        400        400    400
  getApplication                      401     401     401     401        401        401    401
  answerApplication                   401     401     401     401        401        401    401
  withdrawApplication                 401     401     401     401        401        401    401
  listApplications                    401     403     403     403        403        403    200
  decideApplication approve           401     403     403     403        403        403    200
  decideApplication decline           401     403     403     403        403        403    200
  decideApplication ask               401     403     403     403        403        403    200
`

const oneUse = { uses: 1, days: 7 }

const invite = async ({ admin }: Scene, who: Member) => {
  await changeSettings(admin, { membersMayInvite: true })
  const invitation = (await who.post('/api/invitations', oneUse)).json<Invitation>()
  await changeSettings(admin, { membersMayInvite: false })
  return invitation
}

let applicants = 0
/** A new application. @returns its number. */
async function applied({ forum, admin }: Scene): Promise<number> {
  applicants += 1
  const username = `applicant_${applicants}`
  await changeSettings(admin, { joining: 'approval' })
  await (await forum.guest()).post('/api/_application', { username, password: 'a fine password' })
  await changeSettings(admin, { joining: 'open' })
  const { id } = await forum.db
    .selectFrom('applications')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return id
}

const decide =
  (action: string): Call =>
  async (who, scene) =>
    who.put(`/api/applications/${await applied(scene)}`, { action, text: 'How did you find us?' })

const calls: Record<string, Call> = {
  createInvitation: (who) => who.post('/api/invitations', oneUse),
  'createInvitation if members may': async (who, { admin }) => {
    await changeSettings(admin, { membersMayInvite: true })
    const answer = await who.post('/api/invitations', oneUse)
    await changeSettings(admin, { membersMayInvite: false })
    return answer
  },
  listInvitations: (who) => who.get('/api/invitations'),
  'listInvitations of all': (who) => who.get('/api/invitations?of=all'),
  getInvitation: async (who, scene) =>
    who.get(`/api/invitations/${(await invite(scene, scene.author)).code}`),
  'withdrawInvitation of an author': async (who, scene) =>
    who.delete(`/api/invitations/${(await invite(scene, scene.author)).code}`),
  apply: async (who, { admin }) => {
    await changeSettings(admin, { joining: 'approval' })
    const answer = await who.post('/api/_application', {
      username: 'would_join',
      password: 'a fine password',
    })
    await changeSettings(admin, { joining: 'open' })
    return answer
  },
  'apply without approval': (who) =>
    who.post('/api/_application', { username: 'would_join_2', password: 'a fine password' }),
  openApplication: async (who, { forum }) => {
    // Not on the session that has applied above.
    const elsewhere = 'id' in who ? who : await forum.guest()
    return elsewhere.post('/api/_application/login', { username: 'nobody_here', password: 'a guess' })
  },
  getApplication: async (who, { forum }) =>
    ('id' in who ? who : await forum.guest()).get('/api/_application'),
  answerApplication: async (who, { forum }) =>
    ('id' in who ? who : await forum.guest()).put('/api/_application', { answer: 'Yes.' }),
  withdrawApplication: async (who, { forum }) =>
    ('id' in who ? who : await forum.guest()).delete('/api/_application'),
  listApplications: (who) => who.get('/api/applications'),
  'decideApplication approve': decide('approve'),
  'decideApplication decline': decide('decline'),
  'decideApplication ask': decide('ask'),
}

describeAuthorization({ endpoints: accessEndpoints, table, calls })

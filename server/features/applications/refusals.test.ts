import { accessEndpoints } from '../../../contract/endpoints/access.ts'
import type { Invitation } from '../../../contract/entities/invitation.ts'
import { limits } from '../../../contract/limits.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import type { Client } from '../../../tests/support/forum.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'

// What `apply` refuses is what `signup` refuses, in its order: server/features/applications/applications.test.ts.
const { apply: _apply, ...others } = accessEndpoints

const password = 'a fine password'
const nowhere = `/api/invitations/${'x'.repeat(20)}`

let applicants = 0
/** Someone who waits, and the number of their application. */
async function applied({ forum, admin }: Scene): Promise<{ who: Client; id: number; username: string }> {
  applicants += 1
  const username = `applicant_${applicants}`
  await changeSettings(admin, { joining: 'approval' })
  const who = await forum.guest()
  await who.post('/api/_application', { username, password })
  await changeSettings(admin, { joining: 'open' })
  const { id } = await forum.db
    .selectFrom('applications')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return { who, id, username }
}

const decide = ({ admin }: Scene, id: number | string, action: string, text = 'Why?') =>
  admin.put(`/api/applications/${id}`, { action, text })

const provocations: Provocations<typeof others> = {
  createInvitation: {
    mayNotInvite: ({ member }) => member.post('/api/invitations', { uses: 1, days: 1 }),
    invalidInvitation: ({ admin }) =>
      admin.post('/api/invitations', { uses: limits.invitationUsesMax + 1, days: 1 }),
    tooManyInvitations: async ({ admin, member }) => {
      await changeSettings(admin, { membersMayInvite: true })
      for (let made = 0; made < limits.invitationsPerMemberMax; made++)
        await member.post('/api/invitations', { uses: 1, days: 1 })
      const answer = await member.post('/api/invitations', { uses: 1, days: 1 })
      await changeSettings(admin, { membersMayInvite: false })
      return answer
    },
  },
  listInvitations: {
    invalidAction: ({ member }) => member.get('/api/invitations?of=nobody'),
    invalidCursor: ({ member }) => member.get('/api/invitations?next=abc'),
    notAdmin: ({ member }) => member.get('/api/invitations?of=all'),
  },
  getInvitation: {
    invitationNotFound: ({ guest }) => guest.get(nowhere),
  },
  withdrawInvitation: {
    invitationNotFound: async ({ admin, member }) => {
      const { code } = (await admin.post('/api/invitations', { uses: 1, days: 1 })).json<Invitation>()
      return member.delete(`/api/invitations/${code}`)
    },
  },
  openApplication: {
    alreadyLoggedIn: ({ member }) => member.post('/api/_application/login', { username: 'x', password }),
    captchaRefused: ({ guest }) =>
      guest.post('/api/_application/login', { username: 'x', password, captchaToken: 'none' }),
    wrongPassword: async (scene) => {
      const { username } = await applied(scene)
      return scene.guest.post('/api/_application/login', { username, password: 'a guess' })
    },
  },
  getApplication: { noApplication: ({ guest }) => guest.get('/api/_application') },
  answerApplication: {
    noApplication: ({ guest }) => guest.put('/api/_application', { answer: 'Yes.' }),
    applicationDecided: async (scene) => {
      const { who, id } = await applied(scene)
      await decide(scene, id, 'decline')
      return who.put('/api/_application', { answer: 'Yes.' })
    },
    noQuestion: async (scene) => (await applied(scene)).who.put('/api/_application', { answer: 'Yes.' }),
    answersMissing: async (scene) => (await applied(scene)).who.put('/api/_application', { answer: ' ' }),
  },
  withdrawApplication: {
    noApplication: ({ guest }) => guest.delete('/api/_application'),
  },
  listApplications: {
    invalidAction: ({ admin }) => admin.get('/api/applications?filter=some'),
    invalidCursor: ({ admin }) => admin.get('/api/applications?next=abc'),
  },
  decideApplication: {
    invalidAction: (scene) => decide(scene, 1, 'explode'),
    applicationNotFound: (scene) => decide(scene, '99999999999', 'approve'),
    applicationDecided: async (scene) => {
      const { id } = await applied(scene)
      await decide(scene, id, 'approve')
      return decide(scene, id, 'decline')
    },
    applicantNameTaken: async (scene) => {
      const { id, username } = await applied(scene)
      await scene.forum.member(username)
      return decide(scene, id, 'approve')
    },
    questionEmpty: async (scene) => decide(scene, (await applied(scene)).id, 'ask', ' \u200b'),
    questionOpen: async (scene) => {
      const { id } = await applied(scene)
      await decide(scene, id, 'ask')
      return decide(scene, id, 'ask')
    },
    tooManyQuestions: async (scene) => {
      const { who, id } = await applied(scene)
      for (let asked = 0; asked < limits.applicationQuestionsMax; asked++) {
        await decide(scene, id, 'ask')
        await who.put('/api/_application', { answer: 'Because.' })
      }
      return decide(scene, id, 'ask')
    },
  },
}

describeRefusals(others, provocations)

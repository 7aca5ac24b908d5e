import { modmailEndpoints } from '../../../contract/endpoints/modmail.ts'
import type { Conversation } from '../../../contract/entities/modmail.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import type { Scene } from '../../../tests/support/scene.ts'

/** In conversations of `author` with the moderators of `birding`, where `elsewhere` moderates nothing. */
const table = `
                                    guest  banned  member  author  elsewhere  moderator  admin  needs
  listConversations                   401     200     200     200        200        200    200
  listConversations of a community    401     403     403     403        403        200    200  mail
  getConversation                     401     404     404     200        404        200    200  mail
  startConversation                   401     200     200     200        200        200    200
  startConversation with a member     401     403     403     403        403        200    200  mail
  addMessage                          401     404     404     200        404        200    200  mail
  addMessage as a note                401     404     404     403        404        200    200  mail
  addMessage as a warning             401     404     404     403        404        200    200  mail
  updateConversation seen             401     404     404     200        404        200    200  mail
  updateConversation archive          401     404     404     403        404        200    200  mail
  updateConversation assign           401     404     404     403        404        200    200  mail
`

const start = { subject: 'A question', text: 'Why?' }
const begun = async ({ author, birding }: Scene) => {
  const answer = await author.post('/api/modmail', { ...start, communityId: await birding() })
  const { id } = answer.json<Conversation>()
  return `/api/modmail/${id}`
}
/** Archives open ones, so that their limit is not reached. */
const archive = async (scene: Scene, path: string) => scene.admin.put(path, { action: 'archive' })

const written =
  (kind: string): Call =>
  async (who, scene) => {
    const path = await begun(scene)
    const answer = await who.post(`${path}/messages`, { text: 'Because.', kind })
    await archive(scene, path)
    return answer
  }
const updated =
  (action: string): Call =>
  async (who, scene) => {
    const path = await begun(scene)
    const answer = await who.put(path, { action })
    await archive(scene, path)
    return answer
  }

const calls: Record<string, Call> = {
  listConversations: (who) => who.get('/api/modmail'),
  'listConversations of a community': async (who, { birding }) =>
    who.get(`/api/modmail?communityId=${await birding()}`),
  getConversation: async (who, scene) => {
    const path = await begun(scene)
    await archive(scene, path)
    return who.get(path)
  },
  startConversation: async (who, { birding }) =>
    who.post('/api/modmail', { ...start, communityId: await birding() }),
  'startConversation with a member': async (who, { birding }) =>
    who.post('/api/modmail', { ...start, communityId: await birding(), username: 'banned_b' }),
  addMessage: written('message'),
  'addMessage as a note': written('note'),
  'addMessage as a warning': written('warning'),
  'updateConversation seen': updated('seen'),
  'updateConversation archive': updated('archive'),
  'updateConversation assign': updated('assign'),
}

describeAuthorization({ endpoints: modmailEndpoints, table, calls })

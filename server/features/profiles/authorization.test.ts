import { userEndpoints } from '../../../contract/endpoints/users.ts'
import { type Call, describeAuthorization, isMember } from '../../../tests/support/authorization.ts'
import { formWith } from '../../../tests/support/form.ts'
import { type Client, passwordOf } from '../../../tests/support/forum.ts'
import { picture } from '../../../tests/support/pictures.ts'
import type { Scene } from '../../../tests/support/scene.ts'

const {
  getUser,
  getUserFeed,
  setProfilePicture,
  deleteProfilePicture,
  addBadge,
  removeBadge,
  answerBotOwner,
} = userEndpoints
const { updateSettings, confirmPassword, recordEvent, listSessions, endSessions, deleteUser } = userEndpoints
const endpoints = {
  getUser,
  getUserFeed,
  setProfilePicture,
  deleteProfilePicture,
  addBadge,
  removeBadge,
  answerBotOwner,
  updateSettings,
  confirmPassword,
  recordEvent,
  listSessions,
  endSessions,
  deleteUser,
}

/** The answer of every call about the author to everyone. */
const table = `
                                  guest  banned  member  author  elsewhere  moderator  admin
  getUser                          200     200     200     200      200        200      200
  getUser with all details         401     403     403     403      403        403      200
  getUserFeed                      200     200     200     200      200        200      200
  getUserFeed of a suspended       401     403     403     403      403        403      200
  setProfilePicture                401     403     403     200      403        403      403
  setProfilePicture of one's own   401     200     200     200      200        200      200
  deleteProfilePicture             401     403     403     200      403        403      403
  deleteProfilePicture of own      401     200     200     200      200        200      200
  addBadge                         401     403     403     403      403        403      200
  removeBadge                      401     403     403     403      403        403      200
  answerBotOwner                   401     200     200     200      200        200      200
  answerBotOwner named another     401     404     404     404      404        404      404
  updateSettings                   401     200     200     200      200        200      200
  updateSettings explode           401     400     400     400      400        400      400
  confirmPassword                  401     200     200     200      200        200      200
  recordEvent                      200     200     200     200      200        200      200
  listSessions                     401     200     200     200      200        200      200
  endSessions                      401     200     200     200      200        200      200
  deleteUser                       401     403     403     403      403        403      200
  deleteUser oneself, at last      401     200     200     200      200        200      200
`

const nameOf = (who: Client, scene: Scene) => (isMember(who) ? who : scene.author).username
const pictureOf = async (who: Client, username: string) =>
  who.send({
    method: 'POST',
    url: `/api/users/${username}/pro_pic`,
    ...(await formWith(await picture(1))),
  })
let made = 0
const passing = (scene: Scene) => scene.forum.member(`passing_${++made}`)

/** @returns the name of a bot that names this member as its owner. */
async function botOf(owner: string, scene: Scene): Promise<string> {
  const bot = await passing(scene)
  await bot.post('/api/_settings?action=updateProfile', { isBot: true, botOwner: owner })
  return bot.username
}

const calls: Record<string, Call> = {
  getUser: (who, { author }) => who.get(`/api/users/${author.username}`),
  'getUser with all details': (who, { author }) => who.get(`/api/users/${author.username}?adminsView=true`),
  getUserFeed: (who, { author }) => who.get(`/api/users/${author.username}/feed`),
  'getUserFeed of a suspended': async (who, scene) => {
    const { id, username } = await passing(scene)
    await scene.forum.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', id).execute()
    return who.get(`/api/users/${username}/feed`)
  },
  setProfilePicture: (who, { author }) => pictureOf(who, author.username),
  "setProfilePicture of one's own": (who, scene) => pictureOf(who, nameOf(who, scene)),
  deleteProfilePicture: (who, { author }) => who.delete(`/api/users/${author.username}/pro_pic`),
  'deleteProfilePicture of own': (who, scene) => who.delete(`/api/users/${nameOf(who, scene)}/pro_pic`),
  addBadge: (who, { author }) => who.post(`/api/users/${author.username}/badges`, { type: 'supporter' }),
  removeBadge: (who, { author }) => who.delete(`/api/users/${author.username}/badges/supporter?byType=true`),
  answerBotOwner: async (who, scene) =>
    who.put(`/api/users/${await botOf(nameOf(who, scene), scene)}/bot_owner`, { isMine: true }),
  'answerBotOwner named another': async (who, scene) => {
    const other = await passing(scene)
    return who.put(`/api/users/${await botOf(other.username, scene)}/bot_owner`, { isMine: true })
  },
  updateSettings: (who) => who.post('/api/_settings?action=updateProfile', { aboutMe: 'Birds.' }),
  'updateSettings explode': (who) => who.post('/api/_settings?action=explode', {}),
  confirmPassword: (who, scene) => who.post('/api/_password', { password: passwordOf(nameOf(who, scene)) }),
  recordEvent: (who) => who.post('/api/analytics', { event: 'pwa_use' }),
  listSessions: (who) => who.get('/api/_sessions'),
  endSessions: (who) => who.delete('/api/_sessions'),
  deleteUser: async (who, scene) =>
    who.delete(`/api/users/${(await passing(scene)).username}`, { password: passwordOf(nameOf(who, scene)) }),
  'deleteUser oneself, at last': async (who, scene) => {
    await scene.forum.member(`other_admin_${++made}`, { isAdmin: true })
    return who.delete(`/api/users/${nameOf(who, scene)}`, { password: passwordOf(nameOf(who, scene)) })
  },
}

// [CORE-6-009] [CORE-6-020]
describeAuthorization({ endpoints, table, calls })

import { sql } from 'kysely'
import { userEndpoints } from '../../../contract/endpoints/users.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import { formWith } from '../../../tests/support/form.ts'
import { type Member, passwordOf } from '../../../tests/support/forum.ts'
import { badPictures } from '../../../tests/support/pictures.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
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
  deleteUser,
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
}

const unknown = 'nobody_here'
/** A built-in account, which counts as deleted. */
const deleted = 'ghost'

let made = 0
const suspended = async ({ forum }: Scene) => {
  const { id, username } = await forum.member(`suspended_${++made}`)
  await forum.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', id).execute()
  return username
}
const feed =
  (query: string) =>
  ({ member, author }: Scene) =>
    member.get(`/api/users/${author.username}/feed?${query}`)
const remove = (who: Member, username: string, password = passwordOf(who.username)) =>
  who.delete(`/api/users/${username}`, { password })
const sendPicture = async (who: Member, username: string, file: Buffer = Buffer.from('no picture')) =>
  who.send({
    method: 'POST',
    url: `/api/users/${username}/pro_pic`,
    ...(await formWith(file)),
  })
const give = (who: Member, username: string, type = 'supporter') =>
  who.post(`/api/users/${username}/badges`, { type })
const take = (who: Member, username: string, badge = 'supporter?byType=true') =>
  who.delete(`/api/users/${username}/badges/${badge}`)
const change =
  (
    newPassword: string,
    { password, repeatPassword = newPassword }: { password?: string; repeatPassword?: string } = {},
  ) =>
  ({ member }: Scene) =>
    member.post('/api/_settings?action=changePassword', {
      password: password ?? passwordOf(member.username),
      newPassword,
      repeatPassword,
    })

const provocations: Provocations<typeof endpoints> = {
  getUser: {
    userNotFound: ({ guest }) => guest.get(`/api/users/${unknown}`),
    notLoggedIn: ({ guest, author }) => guest.get(`/api/users/${author.username}?adminsView=true`),
    notAdmin: ({ author }) => author.get(`/api/users/${author.username}?adminsView=true`),
  },
  deleteUser: {
    wrongOwnPassword: ({ member }) => remove(member, member.username, 'a guess'),
    invalidErasedContent: ({ member }) =>
      member.delete(`/api/users/${member.username}`, {
        password: passwordOf(member.username),
        content: 'some',
      }),
    notAdmin: ({ member, author }) => remove(member, author.username),
    userNotFound: ({ admin }) => remove(admin, unknown),
    async lastAdmin({ admin, forum }) {
      await sql`update users set is_admin = false where id <> ${admin.id}`.execute(forum.db)
      return remove(admin, admin.username)
    },
    userDeleted: ({ admin }) => remove(admin, deleted),
    userBanned: async (scene) => remove(scene.admin, await suspended(scene)),
  },
  getUserFeed: {
    userNotFound: ({ guest }) => guest.get(`/api/users/${unknown}/feed`),
    userIsBanned: async (scene) => scene.guest.get(`/api/users/${await suspended(scene)}/feed`),
    notAdmin: async (scene) => scene.member.get(`/api/users/${await suspended(scene)}/feed`),
    limitNotANumber: feed('limit=ten'),
    limitOutOfRange: feed('limit=51'),
    invalidCursor: feed('next=abc'),
    invalidUserFeedFilter: feed('filter=votes'),
  },
  setProfilePicture: {
    userNotFound: ({ member }) => sendPicture(member, unknown),
    notOwner: ({ member, author }) => sendPicture(member, author.username),
    fileSizeExceeded: ({ member }) => member.post(`/api/users/${member.username}/pro_pic`, {}),
    ...badPictures<Scene>(({ member }, file) => sendPicture(member, member.username, file)),
    unsupportedImage: ({ member }) => sendPicture(member, member.username),
  },
  deleteProfilePicture: {
    userNotFound: ({ member }) => member.delete(`/api/users/${unknown}/pro_pic`),
    notOwner: ({ member, author }) => member.delete(`/api/users/${author.username}/pro_pic`),
  },
  addBadge: {
    userNotAdmin: ({ member }) => give(member, member.username),
    userNotFound: ({ admin }) => give(admin, unknown),
    userDeleted: ({ admin }) => give(admin, deleted),
    badgeTypeNotFound: ({ admin, member }) => give(admin, member.username, 'king'),
    botOwnerNotFound: ({ admin, member }) =>
      admin.post(`/api/users/${member.username}/badges`, { type: 'bot', owner: member.username }),
  },
  removeBadge: {
    badgeNotAdmin: ({ member }) => take(member, member.username),
    userNotFound: ({ admin }) => take(admin, unknown),
    invalidBadgeId: ({ admin, member }) => take(admin, member.username, 'supporter'),
    userDeleted: ({ admin }) => take(admin, deleted),
    badgeTypeNotFound: ({ admin, member }) => take(admin, member.username, 'king?byType=true'),
  },
  answerBotOwner: {
    userNotFound: ({ member }) => member.put(`/api/users/${unknown}/bot_owner`, { isMine: true }),
    notBotOwner: ({ member, author }) =>
      member.put(`/api/users/${author.username}/bot_owner`, { isMine: false }),
    botByAdmin: async ({ admin, member, forum }) => {
      const bot = await forum.member('owned_bot')
      await admin.post(`/api/users/${bot.username}/badges`, { type: 'bot', owner: member.username })
      return member.put(`/api/users/${bot.username}/bot_owner`, { isMine: false })
    },
  },
  updateSettings: {
    invalidAction: ({ member }) => member.post('/api/_settings', {}),
    passwordsDiffer: change('a new password', { repeatPassword: 'another one' }),
    wrongPassword: change('a new password', { password: 'a guess' }),
    passwordEmpty: change(''),
    passwordTooShort: change('short'),
    passwordCommon: change('password'),
    passwordGuessable: change('Folkmoot 2026!'),
    invalidEmail: ({ member }) => member.post('/api/_settings?action=updateProfile', { email: 'bee' }),
    emailNeeded: async ({ admin, forum }) => {
      const member = await forum.member('with_mail')
      await member.post('/api/_settings?action=updateProfile', { email: 'moss@mail.example' })
      await changeSettings(admin, { allowedMailDomains: ['mail.example'] })
      const answer = await member.post('/api/_settings?action=updateProfile', { email: '' })
      await changeSettings(admin, { allowedMailDomains: null })
      return answer
    },
    mailDomainRefused: async ({ admin, member }) => {
      await changeSettings(admin, { refusedMailDomains: ['throwaway.example'] })
      const email = 'me@throwaway.example'
      const answer = await member.post('/api/_settings?action=updateProfile', { email })
      await changeSettings(admin, { refusedMailDomains: null })
      return answer
    },
    botByAdmin: async ({ admin, forum }) => {
      const bot = await forum.member('marked_bot')
      await admin.post(`/api/users/${bot.username}/badges`, { type: 'bot' })
      return bot.post('/api/_settings?action=updateProfile', { isBot: false })
    },
    botOwnerNotFound: ({ member }) =>
      member.post('/api/_settings?action=updateProfile', { isBot: true, botOwner: unknown }),
    notBot: ({ member, author }) =>
      member.post('/api/_settings?action=updateProfile', { isBot: false, botOwner: author.username }),
    passwordNeeded: async ({ forum }) => {
      const away = await forum.member('away_long')
      await forum.db
        .updateTable('sessions')
        .set({ password_given_at: null })
        .where('user_id', '=', away.id)
        .execute()
      return away.post('/api/_settings?action=updateProfile', { email: 'bee@mail.example' })
    },
  },
  confirmPassword: {
    wrongOwnPassword: ({ member }) => member.post('/api/_password', { password: 'a guess' }),
  },
  recordEvent: {
    badEvent: ({ guest }) => guest.post('/api/analytics', { event: 'pwa_hate' }),
  },
  listSessions: {},
  endSessions: {
    invalidId: ({ member }) => member.delete('/api/_sessions?id=1'),
  },
}

describeRefusals(endpoints, provocations)

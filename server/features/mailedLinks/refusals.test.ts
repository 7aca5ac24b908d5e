import { userEndpoints } from '../../../contract/endpoints/users.ts'
import type { Forum } from '../../../tests/support/forum.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'
import { tokenHash } from './token.ts'

const {
  confirmEmail,
  requestPasswordReset,
  resetPassword,
  subscribeToPush,
  unsubscribeFromPush,
  requestExport,
  getExport,
} = userEndpoints
const endpoints = {
  confirmEmail,
  requestPasswordReset,
  resetPassword,
  subscribeToPush,
  unsubscribeFromPush,
  requestExport,
  getExport,
}

const confirmation = '/api/_email_confirmation'
const reset = '/api/_password_reset'

/** What a site that sends mail answers. */
async function withMail<T>({ config }: Forum, act: () => Promise<T>): Promise<T> {
  Object.assign(config, { smtpUrl: 'smtp://127.0.0.1:1' })
  try {
    return await act()
  } finally {
    Object.assign(config, { smtpUrl: '' })
  }
}

/** The answer to a good token with a bad password. */
async function resetWith({ forum, member, guest }: Scene, newPassword: string) {
  const email = 'member@mail.example'
  await forum.db
    .updateTable('users')
    .set({ email, email_confirmed_at: new Date() })
    .where('id', '=', member.id)
    .execute()
  await forum.db
    .insertInto('mailed_tokens')
    .values({
      token_hash: tokenHash(`token for ${newPassword}`),
      user_id: member.id,
      purpose: 'reset_password',
      email,
      expires_at: '9999-01-01',
    })
    .execute()
  return guest.put(reset, { token: `token for ${newPassword}`, newPassword })
}

const provocations: Provocations<typeof endpoints> = {
  confirmEmail: {
    notLoggedIn: ({ guest }) => guest.post(confirmation),
    mailNotConfigured: ({ member }) => member.post(confirmation),
    noEmail: ({ forum, member }) => withMail(forum, () => member.post(confirmation)),
    invalidToken: ({ guest }) => guest.post(confirmation, { token: 'x' }),
  },
  requestPasswordReset: {
    mailNotConfigured: ({ guest }) => guest.post(reset, { username: 'member_m' }),
  },
  resetPassword: {
    invalidToken: ({ guest }) => guest.put(reset, { token: 'x', newPassword: 'long enough' }),
    passwordEmpty: (scene) => resetWith(scene, ''),
    passwordTooShort: (scene) => resetWith(scene, 'short'),
    passwordCommon: (scene) => resetWith(scene, 'password'),
    passwordGuessable: (scene) => resetWith(scene, 'Folkmoot 2026!'),
  },
  subscribeToPush: {},
  unsubscribeFromPush: {},
  requestExport: {
    passwordNeeded: async ({ forum }) => {
      const away = await forum.member('away_long')
      await forum.db
        .updateTable('sessions')
        .set({ password_given_at: null })
        .where('user_id', '=', away.id)
        .execute()
      return away.post('/api/_export')
    },
  },
  getExport: {},
}

describeRefusals(endpoints, provocations)

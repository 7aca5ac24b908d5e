import { sql } from 'kysely'
import { userEndpoints } from '../../../contract/endpoints/users.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
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

/** The answer of every call to everyone, on a site that sends no mail; other accounts can be named only by a token. */
const table = `
                                  guest  banned  member  author  elsewhere  moderator  admin
  confirmEmail                      401     403     403     403        403        403    403
  confirmEmail with a token         200     200     200     200        200        200    200
  confirmEmail with another token   400     400     400     400        400        400    400
  requestPasswordReset              403     403     403     403        403        403    403
  resetPassword with another token  400     400     400     400        400        400    400
  subscribeToPush                   401     200     200     200        200        200    200
  unsubscribeFromPush               401     200     200     200        200        200    200
  requestExport                     401     200     200     200        200        200    200
  getExport                         401     200     200     200        200        200    200
`

const subscription = { endpoint: 'https://push.example/1', keys: { auth: 'a', p256dh: 'b' } }

const calls: Record<string, Call> = {
  confirmEmail: (who) => who.post('/api/_email_confirmation'),
  'confirmEmail with a token': async (who, { author, forum: { db } }) => {
    await sql`update users set email = 'author@mail.example' where id = ${author.id}`.execute(db)
    await sql`insert into mailed_tokens (token_hash, user_id, purpose, email, expires_at)
      values (${tokenHash('good token')}, ${author.id}, 'confirm_email', 'author@mail.example', 'infinity')`.execute(
      db,
    )
    return who.post('/api/_email_confirmation', { token: 'good token' })
  },
  'confirmEmail with another token': (who) => who.post('/api/_email_confirmation', { token: 'x' }),
  requestPasswordReset: (who) => who.post('/api/_password_reset', { username: 'wren_writes' }),
  'resetPassword with another token': (who) =>
    who.put('/api/_password_reset', { token: 'x', newPassword: 'long enough' }),
  subscribeToPush: (who) => who.post('/api/push_subscriptions', subscription),
  unsubscribeFromPush: (who) => who.delete('/api/push_subscriptions'),
  requestExport: (who) => who.post('/api/_export'),
  getExport: (who) => who.get('/api/_export'),
}

describeAuthorization({ endpoints, table, calls })

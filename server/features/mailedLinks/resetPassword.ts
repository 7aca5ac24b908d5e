import { sql } from 'kysely'
import type { Endpoints } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import type { Config } from '../../config.ts'
import { hashPassword } from '../../core/accounts/password.ts'
import { passwordRefusal } from '../../core/accounts/policy.ts'
import type { Call } from '../../core/api/route.ts'
import { endAccess } from '../../core/sessions/endAccess.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { mailRefusal } from './policy.ts'
import { tokenHash } from './token.ts'

/** Maximum number of members with one address; more mails could be used to flood a mailbox. */
const passwordResetsPerRequest = 5

/** Members by email address or by name; names contain no at sign. */
const membersWith = (nameOrEmail: string) =>
  nameOrEmail.includes('@')
    ? sql`lower(email) = lower(${nameOrEmail}) and email_confirmed_at is not null and deleted_at is null
      order by id limit ${sql.lit(passwordResetsPerRequest)}`
    : sql`username_key = ${nameOrEmail.toLowerCase()}`

/**
 * Enqueues a mail with a reset link for the member of this name, or for each member with this confirmed address. The
 * answer and its time reveal nothing about accounts, because there is always a job, which decides whether there is a mail to send.
 *
 * @throws Refused with `mail_not_configured`.
 */
export async function requestPasswordReset(
  db: Db,
  config: Config,
  nameOrEmail: string,
): Promise<{ success: true }> {
  enforce(mailRefusal(config))
  await sql`
    select enqueue_link_mail(coalesce(id, 0), 'reset_password')
    from (values (1)) as always left join (
      select id from users where ${membersWith(nameOrEmail.trim())}) as members on true`.execute(db)
  return { success: true }
}

const isUsable = sql<boolean>`exists (
  select from users where users.id = mailed_tokens.user_id and users.email = mailed_tokens.email
    and users.email_confirmed_at is not null and users.deleted_at is null)
  and mailed_tokens.purpose = 'reset_password' and mailed_tokens.expires_at > now()`

/**
 * Sets a new password for the member to whom the token was mailed, and ends all their sessions and other reset links.
 *
 * @throws Refused with `invalid_token`, or as `passwordRefusal` says; the link then still works.
 */
export async function resetPassword({
  db,
  session,
  settings,
  config,
  body: given,
}: Call<Endpoints['resetPassword']>): Promise<{ success: true }> {
  const hash = tokenHash(given.token)
  const refused = () => new Refused(errors.invalidToken)
  const { username } = await db
    .selectFrom('mailed_tokens')
    .innerJoin('users', 'users.id', 'user_id')
    .where('token_hash', '=', hash)
    .where(isUsable)
    .select('username')
    .executeTakeFirstOrThrow(refused)
  const password = given.newPassword.trim()
  enforce(passwordRefusal(password, { username, siteName: settings.siteName, siteUrl: config.siteUrl }))
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    const { user_id: userId } = await trx
      .deleteFrom('mailed_tokens')
      .where('token_hash', '=', hash)
      .where(isUsable)
      .returning('user_id')
      .executeTakeFirstOrThrow(refused)
    await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
    await endAccess(trx, userId, { except: null })
    await session.note(trx, 'password_reset', { userId })
  })
  return { success: true }
}

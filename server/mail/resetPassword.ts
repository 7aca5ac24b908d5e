import { sql } from 'kysely'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { hashPassword } from '../accounts/password.ts'
import { passwordRefusal } from '../accounts/policy.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import { mailingLink } from './link.ts'
import { mailRefusal } from './policy.ts'
import { tokenHash } from './token.ts'

/** Whose e-mail address was given, or who has that name; no name has an at sign in it. */
const membersWith = (nameOrEmail: string) =>
  nameOrEmail.includes('@')
    ? sql`lower(email) = lower(${nameOrEmail}) and email_confirmed_at is not null and deleted_at is null
      order by id limit ${sql.lit(limits.passwordResetsPerRequest)}`
    : sql`username_key = ${nameOrEmail.toLowerCase()}`

/**
 * Has a link mailed that sets a new password, if there is a member of this name with a confirmed address, or if this is
 * the confirmed address of members: then one for each of them. Answer and time are the same when there is not: whether
 * there is a mail to send is found out by a job.
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
    select ${mailingLink('reset_password', 'id')} from (
      select id from users where ${membersWith(nameOrEmail.trim())}) as members`.execute(db)
  return { success: true }
}

const isUsable = sql<boolean>`exists (
  select from users where users.id = mailed_tokens.user_id and users.email = mailed_tokens.email
    and users.email_confirmed_at is not null and users.deleted_at is null)
  and mailed_tokens.purpose = 'reset_password' and mailed_tokens.expires_at > now()`

/**
 * Gives the member to whom a token was mailed a new password. All their sessions end, and no other link that was mailed
 * for this works any more.
 *
 * @throws Refused with `invalid_token`, or for a password that cannot be one: then the link can be used again.
 */
export async function resetPassword(
  db: Db,
  given: { token: string; newPassword: string },
): Promise<{ success: true }> {
  const hash = tokenHash(given.token)
  const refused = () => new Refused(errors.invalidToken)
  await db
    .selectFrom('mailed_tokens')
    .where('token_hash', '=', hash)
    .where(isUsable)
    .select('user_id')
    .executeTakeFirstOrThrow(refused)
  const password = given.newPassword.trim()
  enforce(passwordRefusal(password))
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    const { user_id: userId } = await trx
      .deleteFrom('mailed_tokens')
      .where('token_hash', '=', hash)
      .where(isUsable)
      .returning('user_id')
      .executeTakeFirstOrThrow(refused)
    await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
    await sql`
      with logged_out as (delete from sessions where user_id = ${userId})
      delete from mailed_tokens where user_id = ${userId} and purpose = 'reset_password'`.execute(trx)
  })
  return { success: true }
}

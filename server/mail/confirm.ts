import { sql } from 'kysely'
import { errors } from '../../contract/errors.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { mailingLink } from './link.ts'
import { confirmationRefusal } from './policy.ts'
import { tokenHash } from './token.ts'

/**
 * Has a link mailed to the address of a member; for one that is confirmed already there is nothing to do.
 *
 * @throws Refused with `not_logged_in`, `mail_not_configured` or `no_email`.
 */
export async function requestConfirmation(
  db: Db,
  config: Config,
  member: Viewer | null,
): Promise<{ success: true }> {
  enforce(confirmationRefusal(config, member))
  const { rows } = await sql<{ email: string | null }>`
    with own as materialized (select id, email, email_confirmed_at from users where id = ${member?.id}),
    mailed as materialized (
      select ${mailingLink('confirm_email', 'id')} from own where email is not null and email_confirmed_at is null)
    select email, (select count(*) from mailed) from own`.execute(db)
  if (!rows[0]?.email) throw new Refused(errors.noEmail)
  return { success: true }
}

/**
 * Confirms the address to which a token was mailed, if it still is that of the member; whoever has the token may.
 *
 * @throws Refused with `invalid_token`.
 */
export async function confirmEmail(db: Db, token: string): Promise<{ success: true }> {
  const { rows } = await sql`
    with used as (
      delete from mailed_tokens where token_hash = ${tokenHash(token)} and purpose = 'confirm_email'
      returning user_id, email, expires_at)
    update users set email_confirmed_at = coalesce(email_confirmed_at, now()) from used
    where users.id = used.user_id and users.email = used.email and used.expires_at > now() and users.deleted_at is null
    returning users.id`.execute(db)
  if (rows.length === 0) throw new Refused(errors.invalidToken)
  return { success: true }
}

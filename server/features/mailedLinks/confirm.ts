import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import type { Config } from '../../config.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { confirmationRefusal } from './policy.ts'
import { tokenHash } from './token.ts'

/**
 * Enqueues a confirmation mail to the address of a member, unless it is confirmed already.
 *
 * @throws Refused with `not_logged_in`, `mail_not_configured` or `no_email`.
 */
export async function requestConfirmation(
  db: Db,
  config: Config,
  member: Viewer | null,
): Promise<{ success: true }> {
  enforce(confirmationRefusal(config, member))
  const account = await db
    .with(
      (cte) => cte('account').materialized(),
      (q) =>
        q
          .selectFrom('users')
          .where('id', '=', member?.id ?? null)
          .select(['id', 'email', 'email_confirmed_at']),
    )
    .with(
      (cte) => cte('enqueued_mail').materialized(),
      (q) =>
        q
          .selectFrom('account')
          .where('email', 'is not', null)
          .where('email_confirmed_at', 'is', null)
          .select(sql`enqueue_link_mail(id, 'confirm_email')`.as('job')),
    )
    .selectFrom('account')
    // Counted only because PostgreSQL does not run a common table expression that nothing reads.
    .select((eb) => [
      'email',
      eb.selectFrom('enqueued_mail').select(eb.fn.countAll().as('count')).as('mailCount'),
    ])
    .executeTakeFirst()
  if (!account?.email) throw new Refused(errors.noEmail)
  return { success: true }
}

/**
 * Confirms the address to which a token was mailed, if it still is the member's. The token is the only permission needed.
 *
 * @throws Refused with `invalid_token`.
 */
export async function confirmEmail(db: Db, token: string): Promise<{ success: true }> {
  const { rows } = await sql`
    with used_token as (
      delete from mailed_tokens where token_hash = ${tokenHash(token)} and purpose = 'confirm_email'
      returning user_id, email, expires_at)
    update users set email_confirmed_at = coalesce(email_confirmed_at, now()) from used_token
    where users.id = used_token.user_id and users.email = used_token.email and used_token.expires_at > now()
      and users.deleted_at is null
    returning users.id`.execute(db)
  if (rows.length === 0) throw new Refused(errors.invalidToken)
  return { success: true }
}

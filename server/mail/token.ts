import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { MailPurpose } from '../../contract/mailLinks.ts'
import type { Db } from '../database/connection.ts'
import { randomText } from '../http/randomText.ts'

/** Some 240 random bits. */
const tokenLength = 40
const hours: Record<MailPurpose, number> = {
  confirm_email: limits.emailConfirmationHours,
  reset_password: limits.passwordResetHours,
}

/** Under this a token is stored, so that a stolen database opens nothing. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The account a mail is for. */
export interface Recipient {
  readonly userId: string
  readonly username: string
  readonly email: string
}

/**
 * Makes the token of a mail, unless the member has got enough of these today or has none to get: addresses are
 * confirmed only while they are not, passwords reset only at addresses that are.
 */
export async function makeToken(
  db: Db,
  { userId, purpose }: { userId: string; purpose: MailPurpose },
): Promise<(Recipient & { token: string }) | null> {
  const token = randomText(tokenLength)
  const isConfirming = purpose === 'confirm_email'
  const { rows } = await sql<Recipient>`
    with recipient as materialized (
      select id, username, email from users
      where id = ${userId} and email is not null and (email_confirmed_at is null) = ${isConfirming}
        and deleted_at is null and banned_at is null and password_hash is not null
      for no key update),
    made as (
      insert into mailed_tokens (token_hash, user_id, purpose, email, expires_at)
      select ${tokenHash(token)}, id, ${purpose}, email, now() + make_interval(hours => ${sql.lit(hours[purpose])})
      from recipient
      where ${sql.lit(limits.mailsPerDay)} > (select count(*) from mailed_tokens
        where user_id = recipient.id and purpose = ${purpose} and created_at > now() - interval '1 day')
      returning user_id)
    select id as "userId", username, recipient.email from recipient join made on made.user_id = recipient.id`.execute(
    db,
  )
  return rows[0] ? { ...rows[0], token } : null
}

/** Takes back a token whose mail was not sent. */
export async function forgetToken(db: Db, token: string): Promise<void> {
  await db.deleteFrom('mailed_tokens').where('token_hash', '=', tokenHash(token)).execute()
}

/** Forgets tokens that are too old for anything, also for being counted. */
export async function deleteOldTokens(db: Db): Promise<void> {
  await db
    .deleteFrom('mailed_tokens')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
}

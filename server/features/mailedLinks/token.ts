import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import type { MailPurpose } from '../../../contract/mailLinks.ts'
import { mailsPerDay } from '../../core/accounts/mailbox.ts'
import { deletedData } from '../../core/retention/periods.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { randomText } from '../../platform/http/randomText.ts'
import { insertToken } from './insertToken.sql.ts'

/** About 240 random bits. */
const tokenLength = 40
const hours: Record<MailPurpose, number> = {
  confirm_email: limits.emailConfirmationHours,
  reset_password: limits.passwordResetHours,
}

const keptSince = sql<Date>`now() - make_interval(days => ${sql.lit(deletedData.mailedLinks.kept.days)})`

/** Tokens are stored as hashes, so that a stolen database does not contain any. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

export interface Recipient {
  readonly userId: string
  readonly username: string
  readonly email: string
  /** Null until they choose one. */
  readonly language: string | null
}

/**
 * Creates a token for a mail: to confirm an address that is not confirmed, or to reset a password at one that is.
 *
 * @returns null for any other member, and after `mailsPerDay` mails of this purpose to the same member or mailbox.
 */
export async function createToken(
  db: Db,
  { userId, purpose }: { userId: string; purpose: MailPurpose },
): Promise<(Recipient & { token: string }) | null> {
  const token = randomText(tokenLength)
  const recipient = await queryRow(db, insertToken, {
    userId,
    purpose,
    tokenHash: tokenHash(token),
    hours: hours[purpose],
    mailsPerDay,
  })
  return recipient ? { ...recipient, token } : null
}

/** Deletes a token whose mail was not sent, so that it does not count. */
export async function deleteToken(db: Db, token: string): Promise<void> {
  await sql`
    with deleted_address as (delete from mailed_addresses where token_hash = ${tokenHash(token)})
    delete from mailed_tokens where token_hash = ${tokenHash(token)}`.execute(db)
}

/** Deletes expired tokens and records of mails, but keeps those of the last day, which `createToken` counts. */
export async function deleteOldTokens(db: Db): Promise<void> {
  await db.deleteFrom('mailed_addresses').where('created_at', '<', keptSince).execute()
  await db
    .deleteFrom('mailed_tokens')
    .where('created_at', '<', keptSince)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
}

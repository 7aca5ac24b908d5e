import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/** Mails of each kind to one member and to one mailbox. */
export const mailsPerDay = 5

/**
 * Counts a mail to an unconfirmed mailbox. Concurrent jobs can exceed the limit by their number.
 *
 * @param purpose the kind of mail, each of which has a limit of its own.
 * @returns the input of `uncountMail`; null when the mailbox has already received `mailsPerDay` of this kind.
 */
export async function countMail(
  db: Db,
  { email, purpose }: { email: string; purpose: string },
): Promise<Buffer | null> {
  const mailHash = randomBytes(32)
  const { numAffectedRows } = await sql`
    insert into mailed_addresses (token_hash, address_hash, purpose)
    select ${mailHash}, mailbox_hash(${email}), ${purpose}
    where ${sql.lit(mailsPerDay)} > (
      select count(*) from mailed_addresses
      where address_hash = mailbox_hash(${email}) and purpose = ${purpose} and created_at > now() - interval '1 day')`.execute(
    db,
  )
  return numAffectedRows === 1n ? mailHash : null
}

/** Forgets a mail that was not sent, so that it does not count. */
export async function uncountMail(db: Db, mailHash: Buffer): Promise<void> {
  await db.deleteFrom('mailed_addresses').where('token_hash', '=', mailHash).execute()
}

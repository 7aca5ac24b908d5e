import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/** To one member and to one mailbox, of each kind. */
export const mailsPerDay = 5

/**
 * Counts a mail to a mailbox that nobody has confirmed. Jobs that run at the same moment can exceed the limit by as many as they are.
 *
 * @param purpose the kind of mail, each of which has a limit of its own.
 * @returns what `uncountMail` needs; null when the mailbox has had `mailsPerDay` of this kind, and gets no more.
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

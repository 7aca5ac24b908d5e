import { sql } from 'kysely'
import type { Db } from '../database/connection.ts'

/**
 * Changes some of a member's notifications, and the member's count of new ones with them. The member's row is
 * locked first, as everywhere (see `telling`), so the change sees all that came before it, and what
 * comes at the same moment comes after it.
 */
export async function changeOwn(db: Db, memberId: string, change: (trx: Db) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select from users where id = ${memberId} for no key update`.execute(trx)
    await change(trx)
    await sql`
      update users set notifications_new_count = counted.new from (
        select count(*)::integer as new from notifications where user_id = ${memberId} and is_new) as counted
      where id = ${memberId} and notifications_new_count <> counted.new`.execute(trx)
  })
}

/** Says that the member was shown everything: nothing is new any more. It may still be unseen. */
export async function resetNewCount(db: Db, memberId: string): Promise<void> {
  await changeOwn(db, memberId, async (trx) => {
    await sql`update notifications set is_new = false where user_id = ${memberId} and is_new`.execute(trx)
  })
}

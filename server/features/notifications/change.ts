import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/**
 * Changes some of a member's notifications and recounts the new ones, in one transaction.
 *
 * Locks, in this order: the member, their notifications. Every writer of notifications uses the same lock order, so
 * there is no deadlock, and the count includes every notification.
 */
export async function changeNotifications(
  db: Db,
  memberId: string,
  change: (trx: Db) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select from users where id = ${memberId} for no key update`.execute(trx)
    await change(trx)
    await sql`
      update users set notifications_new_count = recount.new_count from (
        select count(*)::integer as new_count from notifications where user_id = ${memberId} and is_new) as recount
      where id = ${memberId} and notifications_new_count <> recount.new_count`.execute(trx)
  })
}

/** Marks no notification of the member as new any more. They stay unseen. */
export async function resetNewCount(db: Db, memberId: string): Promise<void> {
  await changeNotifications(db, memberId, async (trx) => {
    await trx
      .updateTable('notifications')
      .set({ is_new: false })
      .where('user_id', '=', memberId)
      .where('is_new', '=', true)
      .execute()
  })
}

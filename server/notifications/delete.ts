import { sql } from 'kysely'
import type { Notification } from '../../contract/entities/notification.ts'
import type { Db } from '../database/connection.ts'
import { changeOwn } from './change.ts'
import { getNotification, type OwnNotification } from './read.ts'
import type { NotificationViewFor } from './view.ts'

/**
 * Deletes one notification.
 *
 * @returns what it was.
 * @throws Refused when it is not there any more.
 */
export async function deleteNotification(
  db: Db,
  own: OwnNotification,
  to: NotificationViewFor,
): Promise<Notification> {
  const notification = await getNotification(db, own, to)
  await changeOwn(db, own.memberId, async (trx) => {
    await sql`delete from notifications where id = ${own.id} and user_id = ${own.memberId}`.execute(trx)
  })
  return notification
}

/** Deletes everything this member was ever told. */
export async function deleteAllNotifications(db: Db, memberId: string): Promise<void> {
  await changeOwn(db, memberId, async (trx) => {
    await sql`delete from notifications where user_id = ${memberId}`.execute(trx)
  })
}

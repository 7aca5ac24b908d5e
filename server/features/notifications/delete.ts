import type { Notification } from '../../../contract/entities/notification.ts'
import type { Db } from '../../platform/database/connection.ts'
import { changeNotifications } from './change.ts'
import { getNotification, type OwnNotification } from './queries.ts'
import type { NotificationViewFor } from './serialize.ts'

/**
 * Deletes one notification.
 *
 * @returns the deleted notification.
 * @throws Refused with the error `notificationNotFound` when it was deleted meanwhile.
 */
export async function deleteNotification(
  db: Db,
  own: OwnNotification,
  to: NotificationViewFor,
): Promise<Notification> {
  const notification = await getNotification(db, own, to)
  await changeNotifications(db, own.memberId, async (trx) => {
    await trx
      .deleteFrom('notifications')
      .where('id', '=', own.id)
      .where('user_id', '=', own.memberId)
      .execute()
  })
  return notification
}

/** Deletes all notifications of a member. */
export async function deleteAllNotifications(db: Db, memberId: string): Promise<void> {
  await changeNotifications(db, memberId, async (trx) => {
    await trx.deleteFrom('notifications').where('user_id', '=', memberId).execute()
  })
}

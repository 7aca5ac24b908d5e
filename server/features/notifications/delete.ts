import type { Notification } from '../../../contract/entities/notification.ts'
import type { CacheServices } from '../../core/comments/items.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { Json } from '../../platform/http/json.ts'
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
  services: CacheServices,
  own: OwnNotification,
  to: NotificationViewFor,
): Promise<Json<Notification>> {
  const notification = await getNotification(services, own, to)
  await changeNotifications(services.db, own.memberId, async (trx) => {
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

import { sql } from 'kysely'
import type { Notification } from '../../../contract/entities/notification.ts'
import type { CacheServices } from '../../core/comments/items.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { Json } from '../../platform/http/json.ts'
import { changeNotifications } from './change.ts'
import { getNotification, type OwnNotification } from './queries.ts'
import type { NotificationViewFor } from './serialize.ts'

/**
 * Marks one notification as seen or unseen. A seen one is closed: later events make another notification. An unseen one
 * is opened again, so that later events are merged into it, unless another one is open by then; it does not count as new.
 *
 * @returns the changed notification.
 * @throws Refused with the error `notificationNotFound` when it was deleted meanwhile.
 */
export async function markSeen(
  services: CacheServices,
  own: OwnNotification,
  { seen }: { seen: boolean },
  to: NotificationViewFor,
): Promise<Json<Notification>> {
  const change = seen
    ? sql`seen_at = coalesce(seen_at, now()), is_new = false, is_open = false`
    : sql`seen_at = null, is_open = type in ('new_comment', 'comment_reply', 'new_votes') and not exists (
        select from notifications as other
        where other.user_id = notifications.user_id and other.type = notifications.type
          and other.post_id = notifications.post_id
          and other.about_comment_id is not distinct from notifications.about_comment_id
          and other.is_open and other.id <> notifications.id)`
  await changeNotifications(services.db, own.memberId, async (trx) => {
    await sql`update notifications set ${change} where id = ${own.id} and user_id = ${own.memberId}`.execute(
      trx,
    )
  })
  return getNotification(services, own, to)
}

/** Marks all of this member's notifications as seen, or those of one type; an unknown type marks none. */
export async function markAllSeen(
  db: Db,
  memberId: string,
  { type }: { type: string | undefined },
): Promise<void> {
  await changeNotifications(db, memberId, async (trx) => {
    await trx
      .updateTable('notifications')
      .set({ seen_at: sql<Date>`now()`, is_new: false, is_open: false })
      .where('user_id', '=', memberId)
      .where('seen_at', 'is', null)
      .$if(Boolean(type), (q) => q.where('type', '=', type ?? ''))
      .execute()
  })
}

import { sql } from 'kysely'
import type { Notification } from '../../contract/entities/notification.ts'
import type { Db } from '../database/connection.ts'
import { changeOwn } from './change.ts'
import { getNotification, type OwnNotification } from './read.ts'
import type { NotificationViewFor } from './view.ts'

/**
 * Marks one notification as seen, which closes it: what happens afterwards makes another. Marked unseen it
 * takes more again, unless another one does by now; but it is not new.
 *
 * @returns it as it is afterwards.
 * @throws Refused when it is not there any more.
 */
export async function markSeen(
  db: Db,
  own: OwnNotification,
  { seen }: { seen: boolean },
  to: NotificationViewFor,
): Promise<Notification> {
  const change = seen
    ? sql`seen_at = coalesce(seen_at, now()), is_new = false, is_open = false`
    : sql`seen_at = null, is_open = type in ('new_comment', 'comment_reply', 'new_votes') and not exists (
        select from notifications as other
        where other.user_id = notifications.user_id and other.type = notifications.type
          and other.post_id = notifications.post_id
          and other.about_comment_id is not distinct from notifications.about_comment_id
          and other.is_open and other.id <> notifications.id)`
  await changeOwn(db, own.memberId, async (trx) => {
    await sql`update notifications set ${change} where id = ${own.id} and user_id = ${own.memberId}`.execute(
      trx,
    )
  })
  return getNotification(db, own, to)
}

/** Marks all of this member's notifications as seen, or those of one type; a type that is none marks none. */
export async function markAllSeen(
  db: Db,
  memberId: string,
  { type }: { type: string | undefined },
): Promise<void> {
  await changeOwn(db, memberId, async (trx) => {
    await sql`
      update notifications set seen_at = now(), is_new = false, is_open = false
      where user_id = ${memberId} and seen_at is null ${type ? sql`and type = ${type}` : sql``}`.execute(trx)
  })
}

import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { notifyNextMembers } from './notifyNextMembers.sql.ts'

const notificationsKept = 200

/** The task that runs `notifyOfAnnouncements`; each announcement enqueues it. */
export const announceTask = 'announce_posts'

const membersPerBatch = 1000

/** Notifies all members of the posts that admins have announced, until nobody is left or `signal` is aborted. */
export async function notifyOfAnnouncements(
  db: Db,
  { signal, batch = membersPerBatch }: { signal: AbortSignal; batch?: number },
): Promise<void> {
  const notifyBatch = () => queryRow(db, notifyNextMembers, { batch, notificationsKept })
  while (!signal.aborted && (await notifyBatch()) !== undefined);
}

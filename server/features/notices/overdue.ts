import { sql } from 'kysely'
import { notifyStaff } from '../../core/notifications/notify.ts'
import { deletedData } from '../../core/retention/periods.ts'
import type { Db } from '../../platform/database/connection.ts'

/** The task that watches the deadlines of notices. */
export const overdueNoticesTask = 'watch_notices'

/**
 * Notifies the admins once of each deadline that has passed, with one notification for all that pass at the same time. Also forgets
 * what guests sent, and from where, after a day.
 */
export async function watchNotices(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      id: string
      subject: 'post' | 'comment' | 'user' | 'community' | 'message'
    }>`
      update notices set overdue_notified_at = now()
      where is_open and due_at < now() and overdue_notified_at is null returning id, subject`.execute(trx)
    const [first] = rows.toSorted((one, other) => Number(one.id) - Number(other.id))
    if (first)
      await notifyStaff(
        trx,
        {
          type: 'notice',
          details: {
            noticeNumber: Number(first.id),
            noticeCause: 'overdue',
            noticeSubject: first.subject,
            noTargets: rows.length,
          },
        },
        { role: 'admins', without: [] },
      )
  })
  await sql`update notices set sent_hash = null
    where sent_hash is not null and received_at < now() - make_interval(hours => ${sql.lit(deletedData.noticeHashes.kept.hours)})`.execute(
    db,
  )
}

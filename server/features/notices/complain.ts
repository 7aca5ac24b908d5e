import { sql } from 'kysely'
import type { SentNotice } from '../../../contract/entities/notice.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { notifyStaff } from '../../core/notifications/notify.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { parseText } from '../../platform/http/text.ts'
import { findSentNotice, sentNoticeView } from './queries.ts'

/** Who asks: the member who sent it, or who has its secret link. */
export interface Sender {
  readonly viewer: { readonly id: string } | null
  readonly key: string | undefined
}

/** A notice for its sender. @throws Refused with `notice_not_found`, also for a wrong key. */
export async function getSentNotice(db: Db, number: string, sender: Sender): Promise<SentNotice> {
  const row = await findSentNotice(db, number, sender)
  if (!row) throw new Refused(errors.noticeNotFound)
  return sentNoticeView(row)
}

/**
 * Complains about a decision; the notice is open again then. The admins are notified. The same complaint again changes nothing.
 *
 * @param days until the complaint should be decided.
 * @throws Refused with `complaint_empty`, `notice_not_found` or `complaint_not_possible`.
 */
export async function complain(
  db: Db,
  number: string,
  { text: given, days, ...sender }: Sender & { readonly text: string; readonly days: number },
): Promise<SentNotice> {
  const text = parseText(given, limits.noticeMaxLength)
  if (text === '') throw new Refused(errors.complaintEmpty)
  const row = await findSentNotice(db, number, sender)
  if (!row) throw new Refused(errors.noticeNotFound)
  if (row.complaint === text) return sentNoticeView(row)
  await db.transaction().execute(async (trx) => {
    const stored = await trx
      .updateTable('notices')
      .set({
        complaint: text,
        complained_at: sql<Date>`now()`,
        due_at: sql<Date>`now() + make_interval(days => ${days})`,
        overdue_notified_at: null,
      })
      .where('id', '=', row.id)
      .where('complained_at', 'is', null)
      .where(
        'decided_at',
        '>',
        sql<Date>`now() - make_interval(days => ${sql.lit(limits.noticeComplaintDays)})`,
      )
      .returning('subject')
      .executeTakeFirst()
    if (!stored) throw new Refused(errors.complaintNotPossible)
    await notifyStaff(
      trx,
      {
        type: 'notice',
        details: { noticeNumber: Number(row.id), noticeCause: 'complaint', noticeSubject: stored.subject },
      },
      { role: 'admins', without: sender.viewer ? [sender.viewer.id] : [] },
    )
  })
  return getSentNotice(db, number, sender)
}

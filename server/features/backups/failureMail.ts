import { sql } from 'kysely'
import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
import { deliverMail } from '../../core/accounts/deliverMail.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { sendsMail } from '../../platform/mail/send.ts'

/** The task that mails one admin that a backup, or its verification, failed. */
export const backupFailureMailTask = 'mail_backup_failure'

const attemptsMax = 8

interface Payload {
  readonly adminId: string
  /** What failed, and why. */
  readonly failure: string
}

/** Enqueues a mail to each admin with a confirmed address. Call it in the transaction that stores the failure. */
export async function enqueueBackupFailureMails(trx: Db, failure: string): Promise<void> {
  await sql`
    select graphile_worker.add_job(${backupFailureMailTask},
      json_build_object('adminId', id::text, 'failure', ${failure}::text), max_attempts := ${sql.lit(attemptsMax)})
    from users where is_admin and email_confirmed_at is not null and deleted_at is null`.execute(trx)
}

/**
 * Mails the failure to one admin, unless they are none any more.
 *
 * @throws when the mail server cannot be reached; the queue then tries again.
 */
export async function mailBackupFailure(
  { db, config, settings }: Pick<TaskServices, 'db' | 'config' | 'settings'>,
  payload: unknown,
): Promise<void> {
  if (!sendsMail(config)) return
  const { adminId, failure } = payload as Payload
  const admin = await db
    .selectFrom('users')
    .where('id', '=', adminId)
    .where('is_admin', '=', true)
    .where('email_confirmed_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .select('email')
    .executeTakeFirst()
  if (!admin?.email) return
  const { href } = new URL('/admin/backups', config.siteUrl ?? undefined)
  const advice = 'All backups and the reasons are here:'
  await deliverMail(
    { db, config },
    {
      to: admin.email,
      subject: `A backup of ${settings.siteName} failed`,
      text: `${failure}\n\n${advice}\n\n${href}\n`,
      html:
        `<!DOCTYPE html>\n<html lang="en"><body><p>${escapeMarkup(failure)}</p>\n` +
        `<p>${advice} <a href="${escapeMarkup(href)}">${escapeMarkup(href)}</a></p></body></html>\n`,
    },
    { userId: adminId },
  )
}

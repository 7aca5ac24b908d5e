import { sql } from 'kysely'
import { inLanguage } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import { deliverMail } from '../../core/accounts/deliverMail.ts'
import { languageOfMember } from '../../core/settings/language.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { composeMail } from '../../platform/mail/compose.ts'
import { sendsMail } from '../../platform/mail/send.ts'
import { isolate } from '../../platform/text/direction.ts'

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
    .select(['email', 'language'])
    .executeTakeFirst()
  const to = admin?.email
  if (!to) return
  const { href } = new URL('/admin/backups', config.siteUrl ?? undefined)
  const mail = inLanguage(languageOfMember(settings, admin.language), () =>
    composeMail({
      to,
      subject: t('A backup of {site} failed', { site: isolate(settings.siteName) }),
      paragraphs: [failure, t('See all backups and error details here:'), { href }],
    }),
  )
  await deliverMail({ db, config }, mail, { userId: adminId })
}

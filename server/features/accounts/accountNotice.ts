import { sql } from 'kysely'
import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { deliverMail } from '../../core/accounts/deliverMail.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { type Mail, sendsMail } from '../../platform/mail/send.ts'
import { isolate } from '../../platform/text/direction.ts'

/** The task that mails members what happened to their account. Queued jobs refer to its name, which is older than most notices. */
export const accountNoticeTask = 'mail_address_notice'

const attemptsMax = 8

/** What happened to an account. */
export type Notice = 'address' | 'password' | 'browser' | 'archive'

interface Payload {
  /** Missing in jobs of earlier versions, which are about an address. */
  readonly notice?: Notice
  readonly userId?: string
  readonly username: string
  /** For `address`, the previous one of the account. */
  readonly email: string
  /** When it happened, as ISO 8601. */
  readonly at?: string
}

/**
 * Enqueues a mail to the confirmed address of a member, if they have one. Enqueue the one about another address before the change.
 * A notice that still waits in the queue is not sent twice.
 */
export async function enqueueAccountNotice(db: Db, notice: Notice, userId: string): Promise<void> {
  await sql`
    select graphile_worker.add_job(${accountNoticeTask},
      json_build_object('notice', ${notice}::text, 'userId', id::text, 'username', username, 'email', email, 'at', now()),
      job_key := concat_ws(' ', ${accountNoticeTask}::text, ${notice}::text, id, email),
      max_attempts := ${sql.lit(attemptsMax)})
    from users where id = ${userId} and email is not null and email_confirmed_at is not null and deleted_at is null`.execute(
    db,
  )
}

/**
 * Mails the notice. Gives up when the mail server refuses the address.
 *
 * @throws when the mail server cannot be reached; the queue then tries again.
 */
export async function mailAccountNotice(
  { db, config, settings }: Pick<TaskServices, 'db' | 'config' | 'settings'>,
  payload: unknown,
): Promise<void> {
  if (!sendsMail(config)) return
  const notice = payload as Payload
  // The address in a notice about another one no longer belongs to an account.
  const userId = (notice.notice !== 'address' && notice.userId) || null
  await deliverMail({ db, config }, accountNotice(settings, notice), { userId })
}

interface Words {
  readonly subject: string
  readonly happened: string
}

const words: Record<Notice, (about: { siteName: string; username: string; when: string }) => Words> = {
  address: ({ siteName, username }) => ({
    subject: `Your email address at ${siteName} was changed`,
    happened: `The email address of @${username} at ${siteName} was changed. This address is no longer used for the account.`,
  }),
  password: ({ siteName, username, when }) => ({
    subject: `Your password at ${siteName} was changed`,
    happened: `The password of @${username} at ${siteName} was changed${when}. All other sessions have ended.`,
  }),
  archive: ({ siteName, username, when }) => ({
    subject: `An archive of your data at ${siteName}`,
    happened: `The operators of ${siteName} made an archive of the data of @${username}${when}.`,
  }),
  browser: ({ siteName, username, when }) => ({
    subject: `A new login at ${siteName}`,
    happened: `Someone logged in to @${username} at ${siteName}${when}, from a browser or program that we have not seen before.`,
  }),
}

function accountNotice(
  { siteName, contactEmail }: SettingValues,
  { notice = 'address', username, email, at }: Payload,
): Mail {
  const when = at
    ? ` on ${new Date(at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
    : ''
  const { subject, happened } = words[notice]({ siteName: isolate(siteName), username, when })
  const paragraphs = [
    happened,
    notice === 'archive'
      ? `If you did not ask for it, write to ${contactEmail || 'the operator of the site'}.`
      : 'If that was you, there is nothing to do. If it was not, someone else has your password: set a new one at once, and ' +
        `write to ${contactEmail || 'the operator of the site'} if you cannot log in any more.`,
  ]
  return {
    to: email,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html:
      '<!DOCTYPE html>\n<html lang="en"><body>' +
      `${paragraphs.map((text) => `<p>${escapeMarkup(text)}</p>`).join('\n')}</body></html>\n`,
  }
}

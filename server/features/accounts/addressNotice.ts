import { sql } from 'kysely'
import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { deliverMail } from '../../core/accounts/deliverMail.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { type Mail, sendsMail } from '../../platform/mail/send.ts'

/** The task that notifies an address that it no longer belongs to an account. */
export const addressNoticeTask = 'mail_address_notice'

const attemptsMax = 8

interface Payload {
  readonly username: string
  /** The previous address of the account. */
  readonly email: string
}

/** Enqueues the mail to the previous address of an account. */
export async function enqueueAddressNotice(db: Db, { username, email }: Payload): Promise<void> {
  await sql`select graphile_worker.add_job(${addressNoticeTask},
    json_build_object('username', ${username}::text, 'email', ${email}::text),
    max_attempts := ${sql.lit(attemptsMax)})`.execute(db)
}

/**
 * Mails the notice. Gives up when the mail server refuses the address.
 *
 * @throws when the mail server cannot be reached; the queue then tries again.
 */
export async function mailAddressNotice(
  { db, config, settings }: Pick<TaskServices, 'db' | 'config' | 'settings'>,
  payload: unknown,
): Promise<void> {
  if (!sendsMail(config)) return
  // The address no longer belongs to an account.
  await deliverMail({ db, config }, addressNotice(settings, payload as Payload), { userId: null })
}

function addressNotice({ siteName, contactEmail }: SettingValues, { username, email }: Payload): Mail {
  const paragraphs = [
    `The e-mail address of @${username} at ${siteName} was changed. This address is no longer used for the account.`,
    'If that was you, there is nothing to do. If it was not, somebody else has your password: set a new one at once, and ' +
      `write to ${contactEmail || 'the operator of the site'} if you cannot log in any more.`,
  ]
  return {
    to: email,
    subject: `Your e-mail address at ${siteName} was changed`,
    text: `${paragraphs.join('\n\n')}\n`,
    html:
      '<!DOCTYPE html>\n<html lang="en"><body>' +
      `${paragraphs.map((text) => `<p>${escapeMarkup(text)}</p>`).join('\n')}</body></html>\n`,
  }
}

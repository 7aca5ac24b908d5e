import { sql } from 'kysely'
import { applicationPath } from '../../../contract/access.ts'
import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import { deliverMail } from '../../core/accounts/deliverMail.ts'
import { countMail, uncountMail } from '../../core/accounts/mailbox.ts'
import { emailRefusal } from '../../core/accounts/policy.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { type Mail, sendsMail } from '../../platform/mail/send.ts'

/** The task that mails an applicant a decision or a question. */
export const applicationMailTask = 'mail_application_news'

const attemptsMax = 8

export interface ApplicationMail {
  readonly kind: 'approved' | 'declined' | 'asked'
  readonly username: string
  readonly email: string
  /** The question, or the reason of the refusal; may be empty. */
  readonly text: string
}

/** Enqueues the mail. Call it in the transaction of the decision. */
export async function enqueueApplicationMail(trx: Db, message: ApplicationMail): Promise<void> {
  await sql`select graphile_worker.add_job(${applicationMailTask}, ${JSON.stringify(message)}::json,
    max_attempts := ${sql.lit(attemptsMax)})`.execute(trx)
}

/**
 * Sends the mail. Gives up if the mail server refuses the address or the mailbox has reached its daily limit: applicants do not
 * confirm addresses, so it may be someone else's. The page of the application shows the same.
 *
 * @throws when the mail server cannot be reached; the job is then retried.
 */
export async function sendApplicationMail(
  { db, config, settings }: Pick<TaskServices, 'db' | 'config' | 'settings'>,
  payload: unknown,
): Promise<void> {
  const message = payload as ApplicationMail
  // The address from the application may not be one.
  if (!sendsMail(config) || emailRefusal(message.email)) return
  const counted = await countMail(db, { email: message.email, purpose: `application_${message.kind}` })
  if (!counted) return
  const mail = composeMail({ siteName: settings.siteName, siteUrl: config.siteUrl }, message)
  let accepted = false
  try {
    ;({ accepted } = await deliverMail({ db, config }, mail, { userId: null }))
  } finally {
    if (!accepted) await uncountMail(db, counted)
  }
}

interface Words {
  readonly subject: string
  readonly sentence: string
  readonly path: string
}

const words: Record<ApplicationMail['kind'], (to: { siteName: string; username: string }) => Words> = {
  approved: ({ siteName, username }) => ({
    subject: `Welcome to ${siteName}`,
    sentence: `Your application was approved: you are now a member of ${siteName}, as @${username}. Here you log in:`,
    path: '/login',
  }),
  declined: ({ siteName, username }) => ({
    subject: `Your application to ${siteName}`,
    sentence: `Your application to join ${siteName} as @${username} was declined. Here you can read it again, or delete it:`,
    path: applicationPath,
  }),
  asked: ({ siteName, username }) => ({
    subject: `A question about your application to ${siteName}`,
    sentence: `You have applied to join ${siteName} as @${username}. Before an admin decides, they would like to know something. Here you answer:`,
    path: applicationPath,
  }),
}

function composeMail(
  { siteName, siteUrl }: Pick<SettingValues, 'siteName'> & Pick<Config, 'siteUrl'>,
  { kind, username, email, text }: ApplicationMail,
): Mail {
  const { subject, sentence, path } = words[kind]({ siteName, username })
  const { href } = new URL(path, siteUrl ?? undefined)
  const quoted = kind === 'approved' ? '' : text
  return {
    to: email,
    subject,
    text: `${[sentence, href, ...(quoted ? [quoted] : [])].join('\n\n')}\n`,
    html:
      `<!DOCTYPE html>\n<html lang="en"><body><p>${escapeMarkup(sentence)}</p>\n` +
      `<p><a href="${escapeMarkup(href)}">${escapeMarkup(href)}</a></p>\n` +
      `${quoted && `<blockquote dir="auto" style="white-space: pre-line">${escapeMarkup(quoted)}</blockquote>\n`}</body></html>\n`,
  }
}

import { sql } from 'kysely'
import { applicationPath } from '../../../contract/access.ts'
import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import { countMail, uncountMail } from '../../core/accounts/mailbox.ts'
import { emailRefusal } from '../../core/accounts/policy.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { type Mail, MailRefused, sendMail, sendsMail } from '../../platform/mail/send.ts'

/** The task that tells an applicant what has become of their application. */
export const applicationNewsTask = 'mail_application_news'

const attemptsMax = 8

export interface ApplicationNews {
  readonly kind: 'approved' | 'declined' | 'asked'
  readonly username: string
  readonly email: string
  /** The question, or why it was declined; empty: nothing. */
  readonly text: string
}

/** Enqueues the mail. To be called in the transaction of the decision. */
export async function enqueueNews(trx: Db, news: ApplicationNews): Promise<void> {
  await sql`select graphile_worker.add_job(${applicationNewsTask}, ${JSON.stringify(news)}::json,
    max_attempts := ${sql.lit(attemptsMax)})`.execute(trx)
}

/**
 * Mails the news. Gives up when the mail server refuses the address, and when its mailbox has had many of them today: applicants confirm
 * no address, so it may be that of somebody else. The news stand on the page of the application, too.
 *
 * @throws when the mail server cannot be reached; the queue then tries again.
 */
export async function mailApplicationNews(
  { db, config, settings }: Pick<TaskServices, 'db' | 'config' | 'settings'>,
  payload: unknown,
): Promise<void> {
  const news = payload as ApplicationNews
  // Whoever applied may have given anything for an address.
  if (!sendsMail(config) || emailRefusal(news.email)) return
  const counted = await countMail(db, { email: news.email, purpose: `application_${news.kind}` })
  if (!counted) return
  try {
    await sendMail(config, newsMail({ siteName: settings.siteName, siteUrl: config.siteUrl }, news))
  } catch (error) {
    await uncountMail(db, counted)
    if (!(error instanceof MailRefused)) throw error
  }
}

interface Words {
  readonly subject: string
  readonly sentence: string
  readonly path: string
}

const words: Record<ApplicationNews['kind'], (to: { siteName: string; username: string }) => Words> = {
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

function newsMail(
  { siteName, siteUrl }: Pick<SettingValues, 'siteName'> & Pick<Config, 'siteUrl'>,
  { kind, username, email, text }: ApplicationNews,
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
      `${quoted && `<blockquote style="white-space: pre-line">${escapeMarkup(quoted)}</blockquote>\n`}</body></html>\n`,
  }
}

import { sql } from 'kysely'
import { applicationPath } from '../../../contract/access.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { inLanguage } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import type { Config } from '../../config.ts'
import { deliverMail } from '../../core/accounts/deliverMail.ts'
import { countMail, uncountMail } from '../../core/accounts/mailbox.ts'
import { emailRefusal } from '../../core/accounts/policy.ts'
import { languageOfMember } from '../../core/settings/language.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { composeMail } from '../../platform/mail/compose.ts'
import { type Mail, sendsMail } from '../../platform/mail/send.ts'
import { isolate } from '../../platform/text/direction.ts'

/** The task that mails an applicant a decision or a question. */
export const applicationMailTask = 'mail_application_news'

const attemptsMax = 8

export interface ApplicationMail {
  readonly kind: 'approved' | 'declined' | 'asked'
  readonly username: string
  readonly email: string
  /** The question, or the reason of the refusal; may be empty. */
  readonly text: string
  /** The language of the form that the applicant filled in; null for the default of the site. */
  readonly language: string | null
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
  const site = { siteName: settings.siteName, siteUrl: config.siteUrl }
  const mail = inLanguage(languageOfMember(settings, message.language ?? null), () =>
    applicationMail(site, message),
  )
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

const words: Record<ApplicationMail['kind'], (to: { site: string; name: string }) => Words> = {
  approved: (to) => ({
    subject: t('Welcome to {site}', to),
    sentence: t("Your application was approved. You're now a member of {site} as {name}. Log in here:", to),
    path: '/login',
  }),
  declined: (to) => ({
    subject: t('Your application to {site}', to),
    sentence: t('Your application to join {site} as {name} was declined. View or delete it here:', to),
    path: applicationPath,
  }),
  asked: (to) => ({
    subject: t('A question about your application to {site}', to),
    sentence: t(
      'You applied to join {site} as {name}. An admin has a question before they decide. Answer it here:',
      to,
    ),
    path: applicationPath,
  }),
}

function applicationMail(
  { siteName, siteUrl }: Pick<SettingValues, 'siteName'> & Pick<Config, 'siteUrl'>,
  { kind, username, email, text }: ApplicationMail,
): Mail {
  const { subject, sentence, path } = words[kind]({ site: isolate(siteName), name: isolate(`@${username}`) })
  const { href } = new URL(path, siteUrl ?? undefined)
  const isQuoted = kind !== 'approved' && text !== ''
  return composeMail({
    to: email,
    subject,
    paragraphs: [sentence, { href }, ...(isQuoted ? [{ quoted: text }] : [])],
  })
}

import { sql } from 'kysely'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { inLanguage, perLanguage } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import { deliverMail } from '../../core/accounts/deliverMail.ts'
import { languageOfMember } from '../../core/settings/language.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { composeMail } from '../../platform/mail/compose.ts'
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
  /** Null until they choose one; missing in jobs of earlier versions. */
  readonly language?: string | null
}

/**
 * Enqueues a mail to the confirmed address of a member, if they have one. Enqueue the one about another address before the change.
 * A notice that still waits in the queue is not sent twice.
 */
export async function enqueueAccountNotice(db: Db, notice: Notice, userId: string): Promise<void> {
  await sql`
    select graphile_worker.add_job(${accountNoticeTask},
      json_build_object('notice', ${notice}::text, 'userId', id::text, 'username', username, 'email', email, 'at', now(), 'language', language),
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
  const mail = inLanguage(languageOfMember(settings, notice.language ?? null), () =>
    accountNotice(settings, notice),
  )
  await deliverMail({ db, config }, mail, { userId })
}

interface Words {
  readonly subject: string
  readonly happened: string
}

const words: Record<Notice, (about: { site: string; name: string; time: string }) => Words> = {
  address: (about) => ({
    subject: t('Your email address for {site} was changed', about),
    happened: t(
      'The email address for {name} on {site} was changed. This address is no longer linked to the account.',
      about,
    ),
  }),
  password: (about) => ({
    subject: t('Your password for {site} was changed', about),
    happened: t(
      'The password for {name} on {site} was changed on {time} UTC. All other sessions were logged out.',
      about,
    ),
  }),
  archive: (about) => ({
    subject: t('An archive of your data from {site}', about),
    happened: t("The operators of {site} created an archive of {name}'s data on {time} UTC.", about),
  }),
  browser: (about) => ({
    subject: t('New login to {site}', about),
    happened: t('On {time} UTC, someone logged in as {name} on {site} from a new browser or app.', about),
  }),
}

const times = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
)

/** What they can do if it was someone else. */
function advice(notice: Notice, { contactEmail }: Pick<SettingValues, 'contactEmail'>): string {
  if (notice === 'archive')
    return contactEmail
      ? t("If you didn't ask for this, contact {email}.", { email: isolate(contactEmail) })
      : t("If you didn't ask for this, contact the site's operator.")
  return contactEmail
    ? t(
        "If this was you, ignore this email. If not, someone else has your password. Change it right away, or contact {email} if you can't log in.",
        { email: isolate(contactEmail) },
      )
    : t(
        "If this was you, ignore this email. If not, someone else has your password. Change it right away, or contact the site's operator if you can't log in.",
      )
}

function accountNotice(
  settings: SettingValues,
  { notice = 'address', username, email, at = new Date().toISOString() }: Payload,
): Mail {
  const { subject, happened } = words[notice]({
    site: isolate(settings.siteName),
    name: isolate(`@${username}`),
    time: times().format(new Date(at)),
  })
  return composeMail({ to: email, subject, paragraphs: [happened, advice(notice, settings)] })
}

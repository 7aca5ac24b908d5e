import { errors } from '../../../contract/errors.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { inLanguage } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import type { Config } from '../../config.ts'
import { deliverMail } from '../../core/accounts/deliverMail.ts'
import { languageOfMember } from '../../core/settings/language.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { composeMail } from '../../platform/mail/compose.ts'
import { mailFailureText, sendsMail } from '../../platform/mail/send.ts'
import { isolate } from '../../platform/text/direction.ts'

/**
 * Sends a mail to the admin's own address, confirmed or not, because nobody can confirm one before mail works.
 *
 * @returns the response of the mail server; a failure is a result, too.
 * @throws Refused with `mail_not_configured` or `no_own_email`.
 */
export async function sendTestMail(
  { db, config, settings }: { db: Db; config: Config; settings: SettingValues },
  admin: { id: string },
): Promise<{ accepted: boolean; answer: string }> {
  if (!sendsMail(config)) throw new Refused(errors.mailNotConfigured)
  const account = await db
    .selectFrom('users')
    .where('id', '=', admin.id)
    .select(['email', 'language'])
    .executeTakeFirst()
  const to = account?.email
  if (!to) throw new Refused(errors.noOwnEmail)
  const mail = inLanguage(languageOfMember(settings, account.language), () =>
    composeMail({
      to,
      subject: t('Test email'),
      paragraphs: [t('This is a test. {site} can send email.', { site: isolate(settings.siteName) })],
    }),
  )
  try {
    return await deliverMail({ db, config }, mail, { userId: admin.id })
  } catch (error) {
    return { accepted: false, answer: mailFailureText(error) }
  }
}

import { errors } from '../../../contract/errors.ts'
import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import { deliverMail } from '../../core/accounts/deliverMail.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { mailFailureText, sendsMail } from '../../platform/mail/send.ts'

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
  const account = await db.selectFrom('users').where('id', '=', admin.id).select('email').executeTakeFirst()
  if (!account?.email) throw new Refused(errors.noOwnEmail)
  const sentence = `This is a test: ${settings.siteName} can send mail.`
  const mail = {
    to: account.email,
    subject: 'A test of outgoing mail',
    text: `${sentence}\n`,
    html: `<!DOCTYPE html>\n<html lang="en"><body><p>${escapeMarkup(sentence)}</p></body></html>\n`,
  }
  try {
    return await deliverMail({ db, config }, mail, { userId: admin.id })
  } catch (error) {
    return { accepted: false, answer: mailFailureText(error) }
  }
}

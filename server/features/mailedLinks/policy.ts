import { errors, type Refusal } from '../../../contract/errors.ts'
import type { Config } from '../../config.ts'
import { sendsMail } from '../../platform/mail/send.ts'

/** Why `member` cannot request a confirmation mail, or null when they can. */
export function confirmationRefusal(config: Pick<Config, 'smtpUrl'>, member: object | null): Refusal {
  if (!member) return errors.notLoggedIn
  return mailRefusal(config)
}

/** Why this site cannot send mails, or null when it can. */
export function mailRefusal(config: Pick<Config, 'smtpUrl'>): Refusal {
  return sendsMail(config) ? null : errors.mailNotConfigured
}

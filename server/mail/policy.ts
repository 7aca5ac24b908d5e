import { errors, type Refusal } from '../../contract/errors.ts'
import type { Config } from '../config.ts'
import { sendsMail } from './send.ts'

/** Why no link can be mailed to this address of their own, or null when it can. */
export function confirmationRefusal(config: Pick<Config, 'smtpUrl'>, member: object | null): Refusal {
  if (!member) return errors.notLoggedIn
  return mailRefusal(config)
}

/** Why nothing can be mailed here, or null when it can. */
export function mailRefusal(config: Pick<Config, 'smtpUrl'>): Refusal {
  return sendsMail(config) ? null : errors.mailNotConfigured
}

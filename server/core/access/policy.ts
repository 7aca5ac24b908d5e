import { domainToASCII } from 'node:url'
import { errors, type Refusal } from '../../../contract/errors.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import { sendsMail } from '../../platform/mail/send.ts'

/** Who may join, read and write. */
type AccessSettings = Pick<
  SettingValues,
  | 'joining'
  | 'approvalQuestions'
  | 'membersMayInvite'
  | 'privateForum'
  | 'confirmedEmailToPost'
  | 'refusedMailDomains'
  | 'allowedMailDomains'
>

/** Why nobody can sign up without an invitation, or null when everyone can. */
export function joiningRefusal({ joining }: Pick<AccessSettings, 'joining'>): Refusal {
  if (joining === 'closed') return errors.signupsDisabled
  if (joining === 'approval') return errors.approvalNeeded
  return joining === 'invitation' ? errors.invitationNeeded : null
}

/** Why nobody can apply, or null when everyone can. */
export function applyingRefusal({ joining }: Pick<AccessSettings, 'joining'>): Refusal {
  if (joining === 'open') return errors.approvalNotNeeded
  return joining === 'approval' ? null : joiningRefusal({ joining })
}

/** Why `member` may not make invitations, or null when they may. */
export function invitingRefusal(
  member: { isAdmin: boolean },
  { membersMayInvite }: Pick<AccessSettings, 'membersMayInvite'>,
): Refusal {
  return member.isAdmin || membersMayInvite ? null : errors.mayNotInvite
}

type MailSettings = Pick<AccessSettings, 'refusedMailDomains' | 'allowedMailDomains'>

/** Whether an account needs an email address, because only some domains are allowed. */
export const needsEmail = ({ allowedMailDomains }: MailSettings): boolean => allowedMailDomains.length > 0

/** Why an account may not have this email address (null for none), or null when it may. */
export function mailDomainRefusal(email: string | null, settings: MailSettings): Refusal {
  if (email === null) return needsEmail(settings) ? errors.emailNeeded : null
  const domain = canonicalDomain(email.slice(email.lastIndexOf('@') + 1))
  if (domain === null)
    return needsEmail(settings) || settings.refusedMailDomains.length > 0 ? errors.mailDomainRefused : null
  if (settings.refusedMailDomains.some((one) => isIn(domain, one))) return errors.mailDomainRefused
  if (!needsEmail(settings)) return null
  return settings.allowedMailDomains.some((one) => isIn(domain, one)) ? null : errors.mailDomainRefused
}

/** In lower case and punycode; null if it cannot be a domain. */
function canonicalDomain(domain: string): string | null {
  const ascii = domainToASCII(domain.trim().toLowerCase().replace(/\.$/, ''))
  return /^[a-z0-9.-]+$/.test(ascii) ? ascii : null
}

/** Whether a domain equals another one or is a subdomain of it. */
function isIn(domain: string, listed: string): boolean {
  const parent = canonicalDomain(listed)
  return parent !== null && (domain === parent || domain.endsWith(`.${parent}`))
}

/**
 * Whether writing needs a confirmed email address. Not on a site that sends no mail, because nobody could confirm one.
 */
export const wantsConfirmedEmail = (
  { confirmedEmailToPost }: Pick<AccessSettings, 'confirmedEmailToPost'>,
  config: Pick<Config, 'smtpUrl'>,
): boolean => confirmedEmailToPost && sendsMail(config)

/** Why a member may not write yet, or null when they may. Admins always may, so that they can help. */
export function confirmationRefusal(
  member: { isAdmin: boolean; hasConfirmedEmail: boolean },
  settings: Pick<AccessSettings, 'confirmedEmailToPost'>,
  config: Pick<Config, 'smtpUrl'>,
): Refusal {
  if (!wantsConfirmedEmail(settings, config)) return null
  return member.isAdmin || member.hasConfirmedEmail ? null : errors.emailNotConfirmed
}

import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
import { limits } from '../../../contract/limits.ts'
import { type MailPurpose, mailLinks } from '../../../contract/mailLinks.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import type { Mail } from '../../platform/mail/send.ts'
import { isolate } from '../../platform/text/direction.ts'

interface Words {
  readonly subject: string
  /** The paragraphs before and after the link. */
  readonly before: string
  readonly after: string
}

const words: Record<MailPurpose, (to: { siteName: string; username: string }) => Words> = {
  confirm_email: ({ siteName, username }) => ({
    subject: `Confirm your email address at ${siteName}`,
    before: `@${username} at ${siteName} wants to get mail at this address. If that is you, please open this link:`,
    after: `It works for ${limits.emailConfirmationHours} hours. If it is not you, there is nothing to do.`,
  }),
  reset_password: ({ siteName, username }) => ({
    subject: `A new password for @${username} at ${siteName}`,
    before: `Someone, probably you, wants to set a new password for @${username} at ${siteName}. This link does it:`,
    after:
      `It works once, for ${limits.passwordResetHours === 1 ? 'one hour' : `${limits.passwordResetHours} hours`}. ` +
      'If you did not ask for it, there is nothing to do: your password stays as it is.',
  }),
}

/** The mail with a link, as plain text and as HTML without external resources. */
export function linkMail(
  { siteName, siteUrl }: Pick<Config, 'siteUrl'> & Pick<SettingValues, 'siteName'>,
  link: { purpose: MailPurpose; token: string; username: string; email: string },
): Mail {
  const { subject, before, after } = words[link.purpose]({
    siteName: isolate(siteName),
    username: link.username,
  })
  const url = new URL(mailLinks[link.purpose], siteUrl ?? undefined)
  url.searchParams.set('token', link.token)
  const { href } = url
  return {
    to: link.email,
    subject,
    text: `${before}\n\n${href}\n\n${after}\n`,
    html:
      `<!DOCTYPE html>\n<html lang="en"><body><p>${escapeMarkup(before)}</p>\n` +
      `<p><a href="${escapeMarkup(href)}">${escapeMarkup(href)}</a></p>\n<p>${escapeMarkup(after)}</p></body></html>\n`,
  }
}

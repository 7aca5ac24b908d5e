import { limits } from '../../../contract/limits.ts'
import { type MailPurpose, mailLinks } from '../../../contract/mailLinks.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { t } from '../../../contract/texts/t.ts'
import type { Config } from '../../config.ts'
import { composeMail } from '../../platform/mail/compose.ts'
import type { Mail } from '../../platform/mail/send.ts'
import { isolate } from '../../platform/text/direction.ts'

interface Words {
  readonly subject: string
  /** The paragraphs before and after the link. */
  readonly before: string
  readonly after: string
}

const words: Record<MailPurpose, (to: { site: string; name: string }) => Words> = {
  confirm_email: (to) => ({
    subject: t('Confirm your email address for {site}', to),
    before: t('To confirm this email address for {name} on {site}, open this link:', to),
    after: t(
      "The link works for {hours, plural, one {one hour} other {# hours}}. Didn't request this? Ignore this email.",
      { hours: limits.emailConfirmationHours },
    ),
  }),
  reset_password: (to) => ({
    subject: t('Reset the password for {name} on {site}', to),
    before: t(
      'Someone asked to reset the password for {name} on {site}. To set a new one, open this link:',
      to,
    ),
    after: t(
      "The link works once, for {hours, plural, one {one hour} other {# hours}}. Didn't request this? Ignore this email. Your password won't change.",
      { hours: limits.passwordResetHours },
    ),
  }),
}

/** The mail with a link, in the current language. */
export function linkMail(
  { siteName, siteUrl }: Pick<Config, 'siteUrl'> & Pick<SettingValues, 'siteName'>,
  link: { purpose: MailPurpose; token: string; username: string; email: string },
): Mail {
  const { subject, before, after } = words[link.purpose]({
    site: isolate(siteName),
    name: isolate(`@${link.username}`),
  })
  const url = new URL(mailLinks[link.purpose], siteUrl ?? undefined)
  url.searchParams.set('token', link.token)
  return composeMail({ to: link.email, subject, paragraphs: [before, { href: url.href }, after] })
}

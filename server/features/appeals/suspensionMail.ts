import { formatDay } from '../../../contract/formatDay.ts'
import { basisSentence, redressSentence, removedSentence } from '../../../contract/noticeTexts.ts'
import { inLanguage } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import { deliverMail } from '../../core/accounts/deliverMail.ts'
import { languageOfMember } from '../../core/settings/language.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { composeMail } from '../../platform/mail/compose.ts'
import { type Mail, sendsMail } from '../../platform/mail/send.ts'
import { isolate } from '../../platform/text/direction.ts'
import { findSuspension, type Suspension } from './suspension.ts'

/**
 * Mails a suspended member why, until when, and what they can do. Does nothing if the suspension is over, and gives up if the mail server
 * refuses the address.
 *
 * @throws when the mail server cannot be reached; the queue then tries again.
 */
export async function mailSuspension(
  { db, config, settings }: Pick<TaskServices, 'db' | 'config' | 'settings'>,
  payload: unknown,
): Promise<void> {
  if (!sendsMail(config)) return
  const { userId } = payload as { userId: string }
  const member = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('banned_at', 'is not', null)
    .where('email_confirmed_at', 'is not', null)
    .select(['id', 'username', 'email', 'language'])
    .executeTakeFirst()
  const to = member?.email
  if (!to) return
  const { href } = new URL('/suspended', config.siteUrl ?? undefined)
  const suspension = await findSuspension(db, member)
  const mail = inLanguage(languageOfMember(settings, member.language), () =>
    suspensionMail(suspension, { to, siteName: settings.siteName, username: member.username, href }),
  )
  await deliverMail({ db, config }, mail, { userId })
}

function suspensionMail(
  { expiresAt, reason, basis, ...removed }: Suspension,
  about: { to: string; siteName: string; username: string; href: string },
): Mail {
  const facts = { site: isolate(about.siteName), name: isolate(`@${about.username}`) }
  return composeMail({
    to: about.to,
    subject: t('Your account on {site} is suspended', facts),
    paragraphs: [
      expiresAt === null
        ? t(
            "The admins of {site} suspended {name}. You can't log in or post anywhere on the site until they lift the suspension.",
            facts,
          )
        : t(
            "The admins of {site} suspended {name} until {day} (UTC). Until then, you can't log in or post anywhere on the site.",
            { ...facts, day: formatDay(expiresAt) },
          ),
      ...(reason === null ? [t('No reason was given.')] : [t('Reason:'), { quoted: reason }]),
      [removedSentence(removed), basisSentence(basis)].filter(Boolean).join(' '),
      t('You can still appeal once, download your data or delete your account. Log in here to do that:'),
      { href: about.href },
      redressSentence(),
    ],
  })
}

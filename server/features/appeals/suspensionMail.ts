import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
import { formatDay } from '../../../contract/formatDay.ts'
import { basisSentence, redressSentence, removedSentence } from '../../../contract/noticeTexts.ts'
import { deliverMail } from '../../core/accounts/deliverMail.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
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
    .select(['id', 'username', 'email'])
    .executeTakeFirst()
  if (!member?.email) return
  const { href } = new URL('/suspended', config.siteUrl ?? undefined)
  const mail = composeMail(await findSuspension(db, member), {
    siteName: isolate(settings.siteName),
    username: member.username,
    email: member.email,
    href,
  })
  await deliverMail({ db, config }, mail, { userId })
}

function composeMail(
  { expiresAt, reason, basis, ...removed }: Suspension,
  about: { siteName: string; username: string; email: string; href: string },
): Mail {
  const { siteName, username, email, href } = about
  const end = expiresAt === null ? 'until they lift the suspension' : `until ${formatDay(expiresAt)} (UTC)`
  const paragraphs = [
    `The admins of ${siteName} have suspended @${username} ${end}. You cannot log in, read as a member or write anywhere on the site.`,
    reason === null ? 'No reason was given.' : `Reason: ${reason}`,
    [removedSentence(removed), basisSentence(basis)].filter(Boolean).join(' '),
    'With your password you can appeal once, get an archive of your data, or delete the account:',
    href,
    redressSentence,
  ]
  const markupOf = (text: string) => {
    const escaped = escapeMarkup(text)
    return `<p dir="auto" style="white-space: pre-line">${text === href ? `<a href="${escaped}">${escaped}</a>` : escaped}</p>`
  }
  return {
    to: email,
    subject: `Your account at ${siteName} is suspended`,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!DOCTYPE html>\n<html lang="en"><body>${paragraphs.map(markupOf).join('\n')}</body></html>\n`,
  }
}

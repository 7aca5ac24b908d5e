import type { MailPurpose } from '../../../contract/mailLinks.ts'
import { inLanguage } from '../../../contract/texts/language.ts'
import { deliverMail } from '../../core/accounts/deliverMail.ts'
import { emailRefusal } from '../../core/accounts/policy.ts'
import { languageOfMember } from '../../core/settings/language.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { sendsMail } from '../../platform/mail/send.ts'
import { linkMail } from './mails.ts'
import { createToken, deleteToken } from './token.ts'

interface Payload {
  readonly userId: string
  readonly purpose: MailPurpose
}

/** The task that mails a link. The database's function `enqueue_link_mail` adds it. */
export const mailTask = 'mail_link'

/**
 * Creates a token and mails it. Gives up when the mail server refuses the address.
 *
 * @throws when the mail server cannot be reached; the queue then tries again, for half an hour.
 */
export async function mailLink(
  { db, config, settings }: Pick<TaskServices, 'db' | 'config' | 'settings'>,
  payload: unknown,
): Promise<void> {
  if (!sendsMail(config)) return
  const { userId, purpose } = payload as Payload
  const made = await createToken(db, { userId, purpose })
  // The address from the sign-up may not be one.
  if (!made || emailRefusal(made.email)) return
  const site = { siteName: settings.siteName, siteUrl: config.siteUrl }
  const mail = inLanguage(languageOfMember(settings, made.language), () =>
    linkMail(site, { ...made, purpose }),
  )
  let accepted = false
  try {
    ;({ accepted } = await deliverMail({ db, config }, mail, { userId }))
  } finally {
    if (!accepted) await deleteToken(db, made.token)
  }
}

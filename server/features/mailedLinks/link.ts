import { type RawBuilder, sql } from 'kysely'
import type { MailPurpose } from '../../../contract/mailLinks.ts'
import { emailRefusal } from '../../core/accounts/policy.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { MailRefused, sendMail, sendsMail } from '../../platform/mail/send.ts'
import { linkMail } from './mails.ts'
import { createToken, deleteToken } from './token.ts'

/** The task that mails a link. */
export const mailTask = 'mail_link'

const attemptsMax = 8

interface Payload {
  readonly userId: string
  readonly purpose: MailPurpose
}

/**
 * An SQL expression that enqueues the mail of a link to a member. The job creates the token, so that nobody can read
 * tokens in the table of jobs.
 *
 * @param userId a column of the statement.
 */
export const enqueueLinkMail = (purpose: MailPurpose, userId: string): RawBuilder<unknown> =>
  sql`graphile_worker.add_job(${mailTask}, json_build_object('userId', ${sql.ref(userId)}::text,
    'purpose', ${purpose}::text), job_key := ${`${mailTask} ${purpose} `}::text || ${sql.ref(userId)},
    max_attempts := ${sql.lit(attemptsMax)})`

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
  // Whoever signed up may have given anything for an address.
  if (!made || emailRefusal(made.email)) return
  try {
    const site = { siteName: settings.siteName, siteUrl: config.siteUrl }
    await sendMail(config, linkMail(site, { ...made, purpose }))
  } catch (error) {
    await deleteToken(db, made.token)
    if (!(error instanceof MailRefused)) throw error
  }
}

import { type RawBuilder, sql } from 'kysely'
import type { MailPurpose } from '../../contract/mailLinks.ts'
import type { TaskServices } from '../jobs/queue.ts'
import { MailRefused, sendMail, sendsMail } from './send.ts'
import { linkMail } from './texts.ts'
import { forgetToken, makeToken } from './token.ts'

/** The task that mails a link. */
export const mailTask = 'mail_link'

const attemptsMax = 8

interface Payload {
  readonly userId: string
  readonly purpose: MailPurpose
}

/**
 * An expression that has a link mailed to a member, as part of the statement it stands in. The job makes the token:
 * in the queue it could be read.
 *
 * @param userId a column of that statement.
 */
export const mailingLink = (purpose: MailPurpose, userId: string): RawBuilder<unknown> =>
  sql`graphile_worker.add_job(${mailTask}, json_build_object('userId', ${sql.ref(userId)}::text,
    'purpose', ${purpose}::text), job_key := ${`${mailTask} ${purpose} `}::text || ${sql.ref(userId)},
    max_attempts := ${sql.lit(attemptsMax)})`

/**
 * Makes a token and mails it. An address that the server refuses gets none; while the server cannot be reached the
 * queue tries again, for half an hour.
 */
export async function mailLink(
  { db, config }: Pick<TaskServices, 'db' | 'config'>,
  payload: unknown,
): Promise<void> {
  if (!sendsMail(config)) return
  const { userId, purpose } = payload as Payload
  const made = await makeToken(db, { userId, purpose })
  if (!made) return
  try {
    await sendMail(config, linkMail(config, { ...made, purpose }))
  } catch (error) {
    await forgetToken(db, made.token)
    if (!(error instanceof MailRefused)) throw error
  }
}

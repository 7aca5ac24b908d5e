import { type RawBuilder, sql } from 'kysely'
import type { MailPurpose } from '../../../contract/mailLinks.ts'

/** The task that mails a link. */
export const mailTask = 'mail_link'

const attemptsMax = 8

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

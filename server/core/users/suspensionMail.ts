import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/** The task that mails suspended members why; see `mailSuspension`. */
export const suspensionMailTask = 'mail_suspension'

const attemptsMax = 8

/**
 * Enqueues mails to the confirmed addresses of those of these members who are suspended now: they cannot log in to read notifications.
 * Call it in the transaction of the ban, with what `banFromSite` returns.
 */
export async function enqueueSuspensionMails(trx: Db, userIds: readonly string[]): Promise<void> {
  await sql`
    select graphile_worker.add_job(${suspensionMailTask}, json_build_object('userId', id::text),
      job_key := concat_ws(' ', ${suspensionMailTask}::text, id), max_attempts := ${sql.lit(attemptsMax)})
    from users where id = any(${userIds}::bigint[]) and banned_at is not null and email is not null and email_confirmed_at is not null`.execute(
    trx,
  )
}

import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connection.ts'
import { logLine, withoutAddresses } from '../../platform/log.ts'
import { type Mail, MailRefused, mailFailureText, sendMail } from '../../platform/mail/send.ts'
import { deletedData } from '../retention/periods.ts'

/** What became of a mail; see the table `mail_outcomes`. */
type MailOutcome = 'accepted' | 'refused' | 'deferred' | 'bounced'

const keptDays = deletedData.mailOutcomes.kept.days

/**
 * Sends a mail and records the outcome: counted for operators, logged unless it was accepted, and noted at the account for its
 * member. A refusal is a result, because no retry helps.
 *
 * @param recipient.userId the account whose address this is; null when the address belongs to none.
 * @returns whether the mail server has accepted it, and its answer.
 * @throws when the mail server cannot be reached or asks to try again.
 */
export async function deliverMail(
  { db, config }: { db: Db; config: Config },
  mail: Mail,
  { userId }: { userId: string | null },
): Promise<{ accepted: boolean; answer: string }> {
  try {
    const answer = await sendMail(config, mail)
    await recordOutcome(db, 'accepted', null)
    if (userId !== null) await noteRefusal(db, { userId, email: mail.to, isRefused: false })
    return { accepted: true, answer }
  } catch (error) {
    const answer = mailFailureText(error)
    const isRefused = error instanceof MailRefused
    const outcome = isRefused ? 'refused' : 'deferred'
    logLine(config, 'warn', `mail ${outcome}`, { answer: withoutAddresses(answer) })
    // The database may be what fails; the error of the mail matters more.
    await recordOutcome(db, outcome, answer).catch(() => {})
    if (!isRefused) throw error
    if (userId !== null) await noteRefusal(db, { userId, email: mail.to, isRefused: true })
    return { accepted: false, answer }
  }
}

async function recordOutcome(db: Db, outcome: MailOutcome, answer: string | null): Promise<void> {
  await db
    .insertInto('mail_outcomes')
    .values({
      hour: sql<Date>`date_trunc('hour', now(), 'UTC')`,
      outcome,
      count: 1,
      answer: answer === null ? null : withoutAddresses(answer),
    })
    .onConflict((conflict) =>
      conflict.columns(['hour', 'outcome']).doUpdateSet((eb) => ({
        count: eb('mail_outcomes.count', '+', 1),
        answer: eb.ref('excluded.answer'),
        last_at: sql<Date>`now()`,
      })),
    )
    .execute()
}

async function noteRefusal(
  db: Db,
  { userId, email, isRefused }: { userId: string; email: string; isRefused: boolean },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_refused_at: isRefused ? sql<Date>`now()` : null })
    .where('id', '=', userId)
    // They may have changed it meanwhile.
    .where('email', '=', email)
    // An unchanged row must not become a new version.
    .$if(!isRefused, (q) => q.where('email_refused_at', 'is not', null))
    .execute()
}

/** Records that a mail came back which the mail server had accepted. @returns the names of the accounts with this address. */
export async function recordBounce(
  { db, config }: { db: Db; config: Config },
  { email, answer }: { email: string; answer: string },
): Promise<string[]> {
  logLine(config, 'warn', 'mail bounced', { answer: withoutAddresses(answer) })
  return db.transaction().execute(async (trx) => {
    await recordOutcome(trx, 'bounced', answer)
    const rows = await trx
      .updateTable('users')
      .set({ email_refused_at: sql<Date>`now()` })
      .where(sql<string>`lower(email)`, '=', email.toLowerCase())
      .where('deleted_at', 'is', null)
      .returning('username')
      .execute()
    return rows.map(({ username }) => username)
  })
}

/** How many mails of the last 24 hours had which outcome, and the last one of the recorded days that was not accepted. */
export async function findMailOutcomes(db: Db): Promise<{
  ofDay: Record<MailOutcome, number>
  lastFailure: { at: string; answer: string } | null
}> {
  const rows = await db
    .selectFrom('mail_outcomes')
    .where('hour', '>', sql<Date>`now() - make_interval(days => ${sql.lit(keptDays)})`)
    .select([
      'outcome',
      'answer',
      'last_at',
      sql<number>`case when hour > now() - interval '24 hours' then count else 0 end`.as('ofDay'),
    ])
    .orderBy('last_at', 'desc')
    .execute()
  const failure = rows.find(({ outcome }) => outcome !== 'accepted')
  const sumOf = (word: MailOutcome) =>
    rows.filter(({ outcome }) => outcome === word).reduce((sum, { ofDay }) => sum + ofDay, 0)
  return {
    ofDay: {
      accepted: sumOf('accepted'),
      refused: sumOf('refused'),
      deferred: sumOf('deferred'),
      bounced: sumOf('bounced'),
    },
    lastFailure: failure ? { at: failure.last_at.toISOString(), answer: failure.answer ?? '' } : null,
  }
}

export async function deleteOldOutcomes(db: Db): Promise<void> {
  await db
    .deleteFrom('mail_outcomes')
    .where('hour', '<=', sql<Date>`now() - make_interval(days => ${sql.lit(keptDays)})`)
    .execute()
}

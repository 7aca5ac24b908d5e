import { sql } from 'kysely'
import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
import { formatDay } from '../../../contract/formatDay.ts'
import { limits } from '../../../contract/limits.ts'
import { decidedSentence, redressSentence } from '../../../contract/noticeTexts.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { NoticeAct, NoticeStep, NoticeSubject } from '../../../contract/words.ts'
import type { Config } from '../../config.ts'
import { deliverMail } from '../../core/accounts/deliverMail.ts'
import { countMail, uncountMail } from '../../core/accounts/mailbox.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { type Mail, sendsMail } from '../../platform/mail/send.ts'
import { isolate } from '../../platform/text/direction.ts'
import { keyHash, newKey, noticePath } from './keys.ts'

/** The task that mails the sender of a notice. */
export const noticeMailTask = 'mail_notice'

const attemptsMax = 8

interface Payload {
  readonly noticeId: string
  readonly step: NoticeStep
}

/** Enqueues a mail to the guest who sent a notice. Call it in the transaction of its cause. */
export async function enqueueNoticeMail(trx: Db, payload: Payload): Promise<void> {
  await sql`select graphile_worker.add_job(${noticeMailTask}, ${JSON.stringify(payload)}::json,
    max_attempts := ${sql.lit(attemptsMax)})`.execute(trx)
}

/**
 * Mails a receipt or a decision with a secret link, which replaces that of the mail before. Gives up if the mail server refuses the
 * address, or if this mailbox has got enough receipts for a day: the address is not confirmed, so it may be someone else's.
 *
 * @throws when the mail server cannot be reached; the job is then tried again.
 */
export async function mailNotice(
  { db, config, settings }: Pick<TaskServices, 'db' | 'config' | 'settings'>,
  payload: unknown,
): Promise<void> {
  if (!sendsMail(config)) return
  const { noticeId, step } = payload as Payload
  const row = await db
    .selectFrom('notices')
    .where('id', '=', noticeId)
    .select(['id', 'subject', 'address', 'reporter_email', 'act', 'reasons', 'second_act', 'second_reasons'])
    .select(
      sql<Date | null>`decided_at + make_interval(days => ${sql.lit(limits.noticeComplaintDays)})`.as(
        'complain_until',
      ),
    )
    .executeTakeFirst()
  const email = row?.reporter_email
  if (!row || !email) return
  const counted = step === 'received' ? await countMail(db, { email, purpose: 'notice_received' }) : null
  if (step === 'received' && !counted) return
  const key = newKey()
  await db
    .updateTable('notices')
    .set({ mail_key_hash: keyHash(key) })
    .where('id', '=', noticeId)
    .execute()
  const mail = composeMail(
    { siteName: settings.siteName, siteUrl: config.siteUrl },
    {
      number: row.id,
      email,
      step,
      subject: row.subject,
      address: row.address,
      act: step === 'answered' ? row.second_act : row.act,
      reasons: step === 'answered' ? row.second_reasons : row.reasons,
      complainUntil: row.complain_until,
      path: noticePath(row.id, key),
    },
  )
  let accepted = false
  try {
    ;({ accepted } = await deliverMail({ db, config }, mail, { userId: null }))
  } finally {
    if (!accepted && counted) await uncountMail(db, counted)
  }
}

interface Facts {
  readonly number: string
  readonly email: string
  readonly step: NoticeStep
  readonly subject: NoticeSubject
  readonly address: string
  readonly act: NoticeAct | null
  readonly reasons: string | null
  readonly complainUntil: Date | null
  /** With its key. */
  readonly path: string
}

/** The paragraphs; the quoted ones are reasons of admins. The sender's own text is in none, or anyone could have any text mailed to any address. */
function paragraphsOf(siteName: string, href: string, facts: Facts): { text: string; isQuoted?: true }[] {
  const { number, step, subject, address, act, reasons, complainUntil } = facts
  if (step === 'received')
    return [
      {
        text: `${siteName} has received your notice ${number} about ${address}. An admin decides about it; no decision is automated. You get another mail then. Here you see where it stands:`,
      },
      { text: href },
    ]
  const mayComplain =
    step === 'decided' && complainUntil
      ? `You can complain about this decision until ${formatDay(complainUntil.toISOString())}, on the page of your notice:`
      : 'The page of your notice:'
  return [
    {
      text: `An admin of ${siteName} has decided about your ${step === 'answered' ? 'complaint on ' : ''}notice ${number} about ${address}: ${decidedSentence(act ?? 'keep', subject, { onComplaint: step === 'answered' })} No automated means were used. The reasons:`,
    },
    { text: reasons ?? '', isQuoted: true },
    { text: mayComplain },
    { text: href },
    { text: redressSentence },
  ]
}

function composeMail(
  { siteUrl, ...settings }: Pick<SettingValues, 'siteName'> & Pick<Config, 'siteUrl'>,
  facts: Facts,
): Mail {
  const siteName = isolate(settings.siteName)
  const { href } = new URL(facts.path, siteUrl ?? undefined)
  const paragraphs = paragraphsOf(siteName, href, facts)
  const subjects: Record<NoticeStep, string> = {
    received: `${siteName} received your notice ${facts.number}`,
    decided: `The decision about your notice ${facts.number} at ${siteName}`,
    answered: `The decision about your complaint on notice ${facts.number} at ${siteName}`,
  }
  const markupOf = ({ text, isQuoted }: { text: string; isQuoted?: true }) => {
    const escaped = escapeMarkup(text)
    if (isQuoted) return `<blockquote dir="auto" style="white-space: pre-line">${escaped}</blockquote>`
    return text === href ? `<p><a href="${escaped}">${escaped}</a></p>` : `<p>${escaped}</p>`
  }
  return {
    to: facts.email,
    subject: subjects[facts.step],
    text: `${paragraphs.map(({ text }) => text).join('\n\n')}\n`,
    html: `<!DOCTYPE html>\n<html lang="en"><body>${paragraphs.map(markupOf).join('\n')}</body></html>\n`,
  }
}

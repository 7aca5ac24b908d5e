import { sql } from 'kysely'
import { formatDay } from '../../../contract/formatDay.ts'
import { limits } from '../../../contract/limits.ts'
import { decidedSentence, redressSentence } from '../../../contract/noticeTexts.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { inLanguage } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import type { NoticeAct, NoticeStep, NoticeSubject } from '../../../contract/words.ts'
import type { Config } from '../../config.ts'
import { deliverMail } from '../../core/accounts/deliverMail.ts'
import { countMail, uncountMail } from '../../core/accounts/mailbox.ts'
import { languageOfMember } from '../../core/settings/language.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { composeMail } from '../../platform/mail/compose.ts'
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
  const site = { siteName: settings.siteName, siteUrl: config.siteUrl }
  const facts: Facts = {
    number: row.id,
    email,
    step,
    subject: row.subject,
    address: row.address,
    act: step === 'answered' ? row.second_act : row.act,
    reasons: step === 'answered' ? row.second_reasons : row.reasons,
    complainUntil: row.complain_until,
    path: noticePath(row.id, key),
  }
  // A guest, so they have no language of their own.
  const mail = inLanguage(languageOfMember(settings, null), () => noticeMail(site, facts))
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

const subjects: Record<NoticeStep, (about: { site: string; number: string }) => string> = {
  received: (about) => t('{site} received your notice {number}', about),
  decided: (about) => t('Decision on your notice {number} to {site}', about),
  answered: (about) => t('Decision on your complaint about notice {number} to {site}', about),
}

/** The sender's own text is not in it, or anyone could have any text mailed to any address. */
function noticeMail(
  { siteName, siteUrl }: Pick<SettingValues, 'siteName'> & Pick<Config, 'siteUrl'>,
  { number, email, step, subject, address, act, reasons, complainUntil, path }: Facts,
): Mail {
  const { href } = new URL(path, siteUrl ?? undefined)
  const about = { site: isolate(siteName), number, address: isolate(address) }
  const to = { to: email, subject: subjects[step](about) }
  if (step === 'received')
    return composeMail({
      ...to,
      paragraphs: [
        t(
          "{site} received your notice {number} about {address}. An admin will decide. Decisions are never automated. We'll email you the result. Check its status here:",
          about,
        ),
        { href },
      ],
    })
  const onComplaint = step === 'answered'
  const decided = { ...about, decision: decidedSentence(act ?? 'keep', subject, { onComplaint }) }
  return composeMail({
    ...to,
    paragraphs: [
      onComplaint
        ? t(
            'An admin of {site} made a decision on your complaint about notice {number} ({address}). {decision} No automated tools were used. Reasons:',
            decided,
          )
        : t(
            'An admin of {site} made a decision on your notice {number} about {address}. {decision} No automated tools were used. Reasons:',
            decided,
          ),
      { quoted: reasons ?? '' },
      !onComplaint && complainUntil
        ? t('You can contest this decision until {day}. View your notice:', {
            day: formatDay(complainUntil),
          })
        : t('View your notice:'),
      { href },
      redressSentence(),
    ],
  })
}

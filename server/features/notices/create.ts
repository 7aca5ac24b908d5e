import { sql } from 'kysely'
import type { BodyOf } from '../../../contract/endpoints/endpoint.ts'
import type { Endpoints, OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { NoticeKind } from '../../../contract/words.ts'
import { ownHosts } from '../../config.ts'
import { spendProof, verifyProof } from '../../core/accounts/captcha.ts'
import { emailRefusal } from '../../core/accounts/policy.ts'
import type { Call } from '../../core/api/route.ts'
import { notifyMember, notifyStaff } from '../../core/notifications/notify.ts'
import { deletedData } from '../../core/retention/periods.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refused } from '../../platform/http/refused.ts'
import { parseText, parseTitle } from '../../platform/http/text.ts'
import { parseAddress } from './address.ts'
import { keyHash, newKey, sentHash } from './keys.ts'
import { enqueueNoticeMail } from './mail.ts'
import { findSubject, type Subject } from './subject.ts'

/** What a sender gives, parsed. */
interface Given {
  readonly text: string
  readonly ground: string | null
  readonly country: string | null
  readonly isChildAbuse: boolean
  /** Null for members. */
  readonly name: string | null
  readonly email: string | null
}

/**
 * Stores a notice of unlawful content. The admins are notified, and the sender by notification or mail. A guest gets the key of a secret
 * link, and a new one when they send the same again within a day.
 *
 * @throws Refused with `notice_text_missing`, `notice_not_in_good_faith`, `notice_contact_missing`, `notice_subject_not_found`,
 *   `captcha_verify_fail_2`, or 429 for guests without a proof of work.
 */
export async function sendNotice(call: Call<Endpoints['sendNotice']>): Promise<OutputOf<'sendNotice'>> {
  const { db, config, settings, secrets, limiter, viewer, ip, body } = call
  const given = parseGiven(body, viewer)
  const address = parseAddress(body.address, ownHosts(config))
  // Guests of a private forum see nothing, and must not learn what exists.
  const isBlind = !viewer && settings.privateForum
  const subject = address && (await findSubject(db, address, isBlind ? 'anyone' : viewer))
  if (!address || (!subject && !isBlind)) throw new Refused(errors.noticeSubjectNotFound)
  const token = body.captchaToken?.trim() ?? ''
  const proof = !viewer && token !== '' ? await verifyProof(secrets, token) : null
  const { text, ground, country, isChildAbuse, name, email } = given
  const sent = viewer
    ? null
    : sentHash(secrets.session, [ip, address.path, text, ground, country, isChildAbuse, name, email])
  return inTransaction(db, async (trx) => {
    const again = sent && (await findSame(trx, sent))
    if (again) return again
    if (proof) await spendProof({ db: trx, valkey: call.valkey }, proof)
    else if (!viewer) await limiter.take('unprovenNotices', { ip }, { db: trx })
    return storeNotice(trx, {
      kind: 'unlawful',
      address: { subject: address.subject, path: address.path },
      subject,
      given,
      sender: viewer,
      sent,
      days: settings.noticeDays,
    })
  })
}

/** @throws Refused if something that the law requires is missing. */
function parseGiven(body: BodyOf<Endpoints['sendNotice']>, viewer: Viewer | null): Given {
  const text = parseText(body.text, limits.noticeMaxLength)
  if (text === '') throw new Refused(errors.noticeTextMissing)
  if (!body.isInGoodFaith) throw new Refused(errors.noticeNotInGoodFaith)
  const isChildAbuse = body.isChildAbuse ?? false
  const name = parseTitle(body.name ?? '', limits.noticeNameMaxLength)
  const email = (body.email ?? '').trim()
  if (!viewer) {
    const isComplete = name !== '' && email !== ''
    if ((!isComplete && !isChildAbuse) || (email !== '' && emailRefusal(email)))
      throw new Refused(errors.noticeContactMissing)
  }
  return {
    text,
    ground: parseTitle(body.ground ?? '', limits.noticeGroundMaxLength) || null,
    country: parseTitle(body.country ?? '', limits.noticeCountryMaxLength) || null,
    isChildAbuse,
    name: viewer ? null : name || null,
    email: viewer ? null : email || null,
  }
}

/** The same notice of the last day, with a new key. The second of two concurrent ones waits here. */
async function findSame(trx: Db, sent: Buffer): Promise<OutputOf<'sendNotice'> | null> {
  await sql`select pg_advisory_xact_lock(${sent.readInt32BE(0)}, ${sent.readInt32BE(4)})`.execute(trx)
  const key = newKey()
  const found = await trx
    .updateTable('notices')
    .set({ key_hash: keyHash(key) })
    .where('sent_hash', '=', sent)
    .where(
      'received_at',
      '>',
      sql<Date>`now() - make_interval(hours => ${sql.lit(deletedData.noticeHashes.kept.hours)})`,
    )
    .returning('id')
    .executeTakeFirst()
  return found ? { number: Number(found.id), key } : null
}

/**
 * Stores a report by a member of a member, a community or a message with moderators. The admins are notified.
 *
 * @throws Refused with `notice_text_missing`, `notice_subject_not_found`, `own-content`, `invalid_reason` or `notice_exists`.
 */
export async function reportToAdmins({
  db,
  config,
  settings,
  viewer,
  body,
}: Call<Endpoints['reportToAdmins']>): Promise<OutputOf<'reportToAdmins'>> {
  const text = parseText(body.text, limits.noticeMaxLength)
  if (text === '') throw new Refused(errors.noticeTextMissing)
  const address = parseAddress(body.address, ownHosts(config))
  if (!address || address.subject === 'post' || address.subject === 'comment')
    throw new Refused(errors.noticeSubjectNotFound)
  const subject = await findSubject(db, address, viewer)
  if (!subject) throw new Refused(errors.noticeSubjectNotFound)
  if (subject.member_id === viewer.id) throw new Refused(errors.ownContent)
  return inTransaction(db, async (trx) => {
    const reason = await trx
      .selectFrom('report_reasons')
      // Compared as fractions, because a number from outside can be of any size.
      .where(sql<boolean>`id = ${body.reason}::double precision`)
      .select('title')
      .executeTakeFirst()
    if (!reason) throw new Refused(errors.invalidReportReason)
    if (await isReported(trx, viewer, subject)) throw new Refused(errors.alreadyReportedToAdmins)
    const { number } = await storeNotice(trx, {
      kind: 'rules',
      address: { subject: address.subject, path: address.path },
      subject,
      given: { text, ground: reason.title, country: null, isChildAbuse: false, name: null, email: null },
      sender: viewer,
      sent: null,
      days: settings.noticeDays,
    })
    return { number }
  })
}

/** Whether this member has an open report of it. Concurrent ones wait here. */
async function isReported(trx: Db, { id }: Viewer, subject: Subject): Promise<boolean> {
  await sql`select from users where id = ${id} for no key update`.execute(trx)
  const { user_id, community_id, message_id } = subject
  const found = await trx
    .selectFrom('notices')
    .where('reporter_id', '=', id)
    .where('kind', '=', 'rules')
    .where('is_open', '=', true)
    .where((eb) =>
      eb.or([
        eb('user_id', '=', user_id),
        eb('community_id', '=', community_id),
        eb('message_id', '=', message_id),
      ]),
    )
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

async function storeNotice(
  trx: Db,
  notice: {
    readonly kind: NoticeKind
    readonly address: {
      readonly subject: 'post' | 'comment' | 'user' | 'community' | 'message'
      readonly path: string
    }
    readonly subject: Subject | null
    readonly given: Given
    readonly sender: Viewer | null
    readonly sent: Buffer | null
    readonly days: number
  },
): Promise<OutputOf<'sendNotice'>> {
  const { kind, address, given, sender, sent, days } = notice
  const { member_id: _, ...columns } = notice.subject ?? { member_id: null }
  const key = sender ? null : newKey()
  const { id } = await trx
    .insertInto('notices')
    .values({
      kind,
      subject: address.subject,
      ...columns,
      address: address.path,
      ground: given.ground,
      country: given.country,
      body: given.text,
      is_child_abuse: given.isChildAbuse,
      reporter_id: sender?.id ?? null,
      reporter_name: given.name,
      reporter_email: given.email,
      key_hash: key === null ? null : keyHash(key),
      sent_hash: sent,
      due_at: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const number = Number(id)
  if (given.email) await enqueueNoticeMail(trx, { noticeId: id, step: 'received' })
  if (sender)
    await notifyMember(trx, sender.id, {
      type: 'own_notice',
      details: { noticeNumber: number, noticeStep: 'received', noticeSubject: address.subject },
    })
  await notifyStaff(
    trx,
    {
      type: 'notice',
      details: { noticeNumber: number, noticeCause: 'received', noticeSubject: address.subject },
    },
    { role: 'admins', without: sender ? [sender.id] : [] },
  )
  return { number, key }
}

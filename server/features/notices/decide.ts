import { sql } from 'kysely'
import { defaultSiteBanKind } from '../../../contract/bans.ts'
import { type Endpoints, endpoints } from '../../../contract/endpoints/index.ts'
import type { Notice } from '../../../contract/entities/notice.ts'
import { errors } from '../../../contract/errors.ts'
import type { BanKind, NoticeAct } from '../../../contract/words.ts'
import type { Call } from '../../core/api/route.ts'
import { type Content, lockOne } from '../../core/content/content.ts'
import { setLocks } from '../../core/content/lock.ts'
import { deleteRefusal, eraseRefusal, lockRefusal } from '../../core/content/policy.ts'
import { removalOf } from '../../core/content/removal.ts'
import { takeDown } from '../../core/content/takeDown.ts'
import { parseReason } from '../../core/moderationLog/record.ts'
import { notifyMember } from '../../core/notifications/notify.ts'
import { enforceAdmin } from '../../core/permissions/admin.ts'
import { parseGivenBan } from '../../core/permissions/givenBan.ts'
import { staffRefusal } from '../../core/permissions/policy.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { lockMember } from '../../core/users/lockMembers.ts'
import { banRefusal } from '../../core/users/policy.ts'
import { banFromSite } from '../../core/users/siteBan.ts'
import { enqueueSuspensionMails } from '../../core/users/suspensionMail.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseIdOrNull } from '../../platform/http/ids.ts'
import { parseChoice } from '../../platform/http/parameters.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { enqueueNoticeMail } from './mail.ts'
import { actsFor } from './policy.ts'
import { type NoticeRow, noticeView, selectNotices } from './queries.ts'

/** A parsed decision. */
interface Decision {
  readonly reasons: string
  readonly ban: { readonly kind: BanKind; readonly expiresAt: Date | null }
}

/**
 * Decides about a notice, or about the complaint where there is one, and does in the same transaction what was decided. The author learns
 * of it as of every such act, and that it followed a notice; the sender is notified, or gets a mail.
 *
 * @throws Refused with `invalid_notice_decision`, `notice_not_found`, `notice_decided`, `own_notice`, `not_admin` (no longer), or as
 *   the act is refused; nothing is done then.
 */
export async function decideNotice({
  db,
  viewer,
  params,
  body,
}: Call<Endpoints['decideNotice']>): Promise<Notice> {
  const act = parseChoice({ ...endpoints.decideNotice.body.properties.act, default: undefined }, body.act)
  const reasons = parseReason(body.reasons)
  if (act === undefined || reasons === null) throw new Refused(errors.invalidNoticeDecision)
  const { kind, expiresAt } = parseGivenBan({ kind: body.banKind, expires: body.expires })
  const notice = await getNoticeRow(db, viewer, params.number)
  if (!notice.is_open) throw new Refused(errors.noticeDecided)
  if (!notice.may_decide) throw new Refused(errors.ownNotice)
  if (!actsFor({ subject: notice.subject, isGone: notice.is_gone }).includes(act))
    throw new Refused(errors.invalidNoticeDecision)
  await db.transaction().execute(async (trx) => {
    const shown = await perform[act](trx, viewer, notice, {
      reasons,
      ban: { kind: kind ?? defaultSiteBanKind, expiresAt },
    })
    await storeDecision(trx, viewer, notice, { act, reasons: shown })
    await notifySender(trx, notice)
  })
  return noticeView(await getNoticeRow(db, viewer, params.number))
}

async function getNoticeRow(db: Db, admin: Viewer, number: string): Promise<NoticeRow> {
  return selectNotices(db, admin)
    .where('notices.id', '=', parseIdOrNull(number) ?? '0')
    .executeTakeFirstOrThrow(() => new Refused(errors.noticeNotFound))
}

/** @returns the reasons as everyone may read them: without names where the act removes them. */
type Perform = (trx: Db, admin: Viewer, notice: NoticeRow, decision: Decision) => Promise<string>

const onlyDecide: Perform = async (trx, admin, _notice, { reasons }) => {
  await enforceAdmin(trx, admin)
  return reasons
}

const takeDownAs =
  (itsContent: 'kept' | 'erased'): Perform =>
  async (trx, admin, notice, { reasons }) => {
    const content = await lockTarget(trx, admin, notice)
    enforce(
      itsContent === 'erased'
        ? eraseRefusal(content.roles, content)
        : deleteRefusal({ ...content.roles, isAuthor: false }, content, 'admins', { withContent: false }),
    )
    const why = removalOf({ reason: reasons }, content)
    await takeDown(trx, admin, [{ content, as: 'admins', itsContent, why, basis: 'notice' }])
    return why.logged.reason ?? reasons
  }

const perform: Record<NoticeAct, Perform> = {
  keep: onlyDecide,
  other: onlyDecide,
  remove: takeDownAs('kept'),
  erase: takeDownAs('erased'),
  async lock(trx, admin, notice, { reasons }) {
    const content = await lockTarget(trx, admin, notice, { closesThreads: true })
    enforce(lockRefusal(content.roles, content, 'admins'))
    await setLocks(trx, admin, [{ content, as: 'admins', reason: reasons, basis: 'notice' }], { locks: true })
    return reasons
  },
  async ban(trx, admin, { member_id }, { reasons, ban }) {
    const { username } = await trx
      .selectFrom('users')
      .where('id', '=', member_id)
      .where('deleted_at', 'is', null)
      .select('username')
      .executeTakeFirstOrThrow(() => new Refused(errors.userDeleted))
    const member = await lockMember(trx, admin, username, { takesPermissions: true })
    enforce(banRefusal(member))
    const changed = await banFromSite(trx, admin, [member.id], {
      ...ban,
      reason: reasons,
      removed: null,
      basis: 'notice',
    })
    await enqueueSuspensionMails(trx, changed)
    return reasons
  },
}

/** The post or comment, locked. @throws Refused, with `not_admin` for who no longer is one. */
async function lockTarget(
  trx: Db,
  admin: Viewer,
  { comment_id, post_id }: NoticeRow,
  options: { closesThreads?: boolean } = {},
): Promise<Content> {
  const key = comment_id === null ? { postId: post_id ?? '0' } : { commentId: comment_id }
  const content = await lockOne(trx, admin, key, options)
  enforce(staffRefusal('admins', content.roles))
  return content
}

/** If another admin was first, the refusal rolls the act back. */
async function storeDecision(
  trx: Db,
  admin: Viewer,
  { id, complained_at }: NoticeRow,
  { act, reasons }: { act: NoticeAct; reasons: string },
): Promise<void> {
  const at = sql<Date>`now()`
  const stored = await trx
    .updateTable('notices')
    .set(
      complained_at === null
        ? { act, reasons, decided_by: admin.id, decided_at: at }
        : { second_act: act, second_reasons: reasons, second_decided_by: admin.id, second_decided_at: at },
    )
    .where('id', '=', id)
    .where('is_open', '=', true)
    .where('complained_at', complained_at === null ? 'is' : 'is not', null)
    .where(sql<boolean>`may_decide(notices, ${admin.id})`)
    .returning('id')
    .executeTakeFirst()
  if (!stored) throw new Refused(errors.noticeDecided)
}

async function notifySender(trx: Db, notice: NoticeRow): Promise<void> {
  const step = notice.complained_at === null ? 'decided' : 'answered'
  if (notice.reporter_email) await enqueueNoticeMail(trx, { noticeId: notice.id, step })
  if (notice.reporter_id)
    await notifyMember(trx, notice.reporter_id, {
      type: 'own_notice',
      details: { noticeNumber: Number(notice.id), noticeStep: step, noticeSubject: notice.subject },
    })
}

import { sql } from 'kysely'
import { endpoints } from '../../../contract/endpoints/index.ts'
import type { Appeal } from '../../../contract/entities/appeal.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { AppealOutcome } from '../../../contract/words.ts'
import { lockContent } from '../../core/content/content.ts'
import { setLocks } from '../../core/content/lock.ts'
import { restore } from '../../core/content/restore.ts'
import { type PlainLogEntry, recordAction } from '../../core/moderationLog/record.ts'
import { notifyMember } from '../../core/notifications/notify.ts'
import { lockCommunity } from '../../core/permissions/lockCommunity.ts'
import { lockPermissions, lockPermissionsExclusively } from '../../core/permissions/permissionLock.ts'
import { lockRoles, type StaffRole, staffRoleOf } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { liftSiteBans } from '../../core/users/siteBan.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseIdOrNull } from '../../platform/http/ids.ts'
import { parseChoice } from '../../platform/http/parameters.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { parseText } from '../../platform/http/text.ts'
import { answerRefusal } from './policy.ts'
import { type AppealRow, appealView, getAppealRow } from './queries.ts'

interface Given {
  readonly appealId: string
  readonly outcome: string
  readonly text: string
}

/**
 * Answers an appeal once. With `overturned`, the action is reversed in the same transaction, unless it already was, another action
 * followed it, or the content is gone; answer and notification say which. The member is notified, and the answer is logged without its text.
 *
 * @throws Refused with `invalid_answer`, `appeal_not_found`, `own_appeal`, `not_admin_nor_mod`, `not_admin`, `own_act` or
 *   `appeal_answered`.
 */
export async function answerAppeal(db: Db, viewer: Viewer, given: Given): Promise<Appeal> {
  const outcomes = endpoints.answerAppeal.body.properties.outcome
  const outcome = parseChoice({ ...outcomes, default: undefined }, given.outcome)
  const answer = parseText(given.text, limits.appealMaxLength)
  if (outcome === undefined || answer === '') throw new Refused(errors.invalidAppealAnswer)
  const found = await getAppealRow(db, parseIdOrNull(given.appealId), viewer)
  await db.transaction().execute(async (trx) => {
    const { community_id, post_id } = await lockAppeal(trx, found, outcome)
    // Its post may have moved meanwhile.
    const appeal = { ...found, community_id }
    const roles = await lockRoles(trx, viewer, appeal.community_id, appeal.needs)
    enforce(answerRefusal({ ...roles, ...(await getFacts(trx, appeal, viewer)) }))
    const answeredAs = appeal.acted_as === 'admins' ? 'admins' : staffRoleOf(roles)
    const entry = {
      actor: viewer,
      actedAs: answeredAs,
      communityId: appeal.community_id,
      postId: post_id,
      commentId: appeal.comment_id,
      userId: appeal.act === 'ban' ? appeal.member_id : null,
    } as const
    const isReversed = outcome === 'overturned' ? await takeBack(trx, appeal, entry) : null
    await storeAnswer(trx, appeal, { outcome, isReversed, answer, answeredAs, by: viewer.id })
    await recordAction(trx, {
      ...entry,
      action: outcome === 'overturned' ? 'overturn_appeal' : 'uphold_appeal',
    })
    await notifyMember(trx, appeal.member_id, {
      type: 'appeal_answered',
      postId: entry.postId,
      commentId: appeal.comment_id,
      communityId: appeal.community_id,
      deletedAs: answeredAs,
      details: {
        act: appeal.act,
        appealOutcome: outcome,
        answer,
        ...(isReversed === false && { isReversed }),
      },
    })
  })
  return appealView(await getAppealRow(db, found.id, viewer), viewer)
}

/**
 * Takes the first locks: the member's permission lock, so that the account is not deleted meanwhile, and the appeal, which serializes
 * concurrent answers and moves of its post.
 *
 * @returns where it is now.
 */
async function lockAppeal(
  trx: Db,
  appeal: AppealRow,
  outcome: AppealOutcome,
): Promise<{ community_id: string | null; post_id: string | null }> {
  const liftsSiteBan = appeal.act === 'ban' && appeal.community_id === null && outcome === 'overturned'
  const member = { id: appeal.member_id }
  await (liftsSiteBan ? lockPermissionsExclusively(trx, member) : lockPermissions(trx, member))
  if (appeal.act === 'ban' && appeal.community_id !== null)
    await lockCommunity(trx, { id: appeal.community_id })
  return trx
    .selectFrom('appeals')
    .where('id', '=', appeal.id)
    .select(['community_id', 'post_id'])
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Refused(errors.appealNotFound))
}

async function getFacts(trx: Db, appeal: AppealRow, viewer: Viewer) {
  const { can_others_answer } = await trx
    .selectFrom('appeals')
    .where('id', '=', appeal.id)
    .select(sql<boolean>`others_may_answer(appeals)`.as('can_others_answer'))
    .executeTakeFirstOrThrow(() => new Refused(errors.appealNotFound))
  return {
    isOwn: appeal.member_id === viewer.id,
    isActor: appeal.actor_id === viewer.id,
    actedAs: appeal.acted_as,
    canOthersAnswer: can_others_answer,
  }
}

/** If someone else answered first, the refusal rolls the reversal back. */
async function storeAnswer(
  trx: Db,
  { id }: AppealRow,
  given: {
    outcome: AppealOutcome
    isReversed: boolean | null
    answer: string
    answeredAs: StaffRole
    by: string
  },
): Promise<void> {
  const stored = await trx
    .updateTable('appeals')
    .set({
      outcome: given.outcome,
      is_reversed: given.isReversed,
      answer: given.answer,
      answered_as: given.answeredAs,
      answered_by: given.by,
      answered_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .where(sql<boolean>`may_answer(appeals, ${given.by})`)
    .returning('id')
    .executeTakeFirst()
  if (!stored) throw new Refused(errors.appealAnswered)
}

type Entry = Omit<PlainLogEntry, 'action'> & {
  readonly postId: string | null
  readonly commentId: string | null
}

/**
 * Reverses the action, unless another action followed it, or the content is gone, or in another community.
 *
 * @returns whether it is no longer in force.
 */
async function takeBack(trx: Db, appeal: AppealRow, entry: Entry): Promise<boolean> {
  const { postId, commentId, actor } = entry
  if (appeal.act === 'ban') return liftBan(trx, appeal, entry)
  if (postId === null) return false
  const ids = commentId === null ? { postIds: [postId] } : { commentIds: [commentId] }
  const [content] = await lockContent(trx, actor, ids)
  if (!content || content.community_id !== appeal.community_id) return false
  const isOf = (as: string | null, by: string | null) => as === appeal.acted_as && by === appeal.actor_id
  if (appeal.act === 'lock') {
    if (!isOf(content.locked_as, content.locked_by)) return content.locked_at === null
    await setLocks(trx, actor, [{ content, as: entry.actedAs }], { locks: false })
    return true
  }
  if (!isOf(content.deleted_as, content.deleted_by) || !content.has_content)
    return content.deleted_at === null
  await restore(trx, actor, content, { as: entry.actedAs })
  return true
}

/** As `takeBack`: only the ban as it was then, not one made or changed since. */
async function liftBan(trx: Db, appeal: AppealRow, entry: Entry): Promise<boolean> {
  const { id: appealId, member_id: userId, community_id: communityId } = appeal
  if (communityId === null) await liftSiteBans(trx, entry.actor, [userId], { appealId })
  else {
    const lifted = await trx
      .deleteFrom('community_bans')
      .where('community_id', '=', communityId)
      .where('user_id', '=', userId)
      .where('changed_at', '=', (eb) =>
        eb.selectFrom('appeals').where('appeals.id', '=', appealId).select('acted_at'),
      )
      .returning('user_id')
      .execute()
    if (lifted.length > 0) await recordAction(trx, { ...entry, action: 'unban_from_community' })
  }
  const { is_banned } = await trx
    .selectNoFrom(
      communityId === null
        ? sql<boolean>`exists (
            select from users where id = ${userId} and banned_at is not null
            union all select from site_bans where user_id = ${userId} and is_ban_in_force(expires_at))`.as(
            'is_banned',
          )
        : sql<boolean>`exists (
            select from community_bans
            where user_id = ${userId} and community_id = ${communityId} and is_ban_in_force(expires_at))`.as(
            'is_banned',
          ),
    )
    .executeTakeFirstOrThrow()
  return !is_banned
}

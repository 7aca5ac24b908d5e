import { sql } from 'kysely'
import { endpoints } from '../../../contract/endpoints/index.ts'
import type { HeldDecision } from '../../../contract/entities/held.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import type { HeldAction } from '../../../contract/heldWords.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { publishHits } from '../../core/automation/hits.ts'
import { lockOne } from '../../core/content/content.ts'
import { parseReason, recordAction } from '../../core/moderationLog/record.ts'
import { addToDeclined, notifyMember } from '../../core/notifications/notify.ts'
import { lockPermissions } from '../../core/permissions/permissionLock.ts'
import { moderationRefusal } from '../../core/permissions/policy.ts'
import { lockRoles, type Roles, rolesAtRequest, staffRoleOf } from '../../core/permissions/roles.ts'
import { subjectOf } from '../../core/review/hold.ts'
import type { Reason } from '../../core/review/written.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { LostConflict, retriedTransaction } from '../../platform/database/transaction.ts'
import { parseChoice } from '../../platform/http/parameters.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { storeHeldItem } from './store.ts'

/** What a decision needs besides the database. */
export interface DecidingServices {
  readonly db: Db
  readonly settings: SettingValues
  /** How texts are rendered. */
  readonly to: ViewAs
}

const { action: actionParameter } = endpoints.decideHeldItems.body.properties

/**
 * Approves or refuses what waits for review, each item in a transaction of its own, in the given order.
 *
 * @returns for each whether it was done, and if not, why.
 * @throws Refused with `invalid_action`, and with `not_admin_nor_mod` if the viewer does not moderate all of their communities; then
 *   nothing is done.
 */
export async function decideHeldItems(
  services: DecidingServices,
  viewer: Viewer,
  given: {
    readonly action: string
    readonly ids: readonly number[]
    readonly reason?: string | null | undefined
  },
): Promise<{ results: HeldDecision[] }> {
  const action = parseChoice(actionParameter, given.action)
  if (!action) throw new Refused(errors.invalidAction)
  const ids = [...new Set(given.ids)]
  await enforceAll(services.db, viewer, ids)
  const results: HeldDecision[] = []
  for (const id of ids) results.push(await resultOf(services, viewer, { id, action, reason: given.reason }))
  return { results }
}

/** @throws Refused with `not_admin_nor_mod` before anything is done. */
async function enforceAll(db: Db, viewer: Viewer, ids: readonly number[]): Promise<void> {
  const items = await db
    .selectFrom('held_items')
    .where('id', 'in', ids.map(String))
    .select('community_id')
    .execute()
  for (const { community_id } of items)
    enforce(moderationRefusal(rolesAtRequest(viewer, community_id, ['content'])))
}

async function resultOf(
  services: DecidingServices,
  viewer: Viewer,
  { id, action, reason }: { id: number; action: HeldAction; reason: string | null | undefined },
): Promise<HeldDecision> {
  try {
    await decide(services, { id: String(id), action, reason: parseReason(reason), moderator: viewer })
    return { id, done: true, problem: null }
  } catch (error) {
    if (error instanceof Refused) return { id, done: false, problem: error.message }
    throw error
  }
}

/**
 * Approves or refuses an item, and notifies its author.
 *
 * @param decision.moderator null if nobody has decided in time.
 * @throws Refused with `held_item_not_found` if it does not wait any more, and with `only-admins-approve`; and if it cannot be stored as it is now, for instance
 *   because its author is banned. Then it still waits.
 */
export const decide = (services: DecidingServices, decision: Decision): Promise<void> =>
  retriedTransaction(services.db, (trx) => decideIn(trx, services, decision))

interface Decision {
  readonly id: string
  readonly action: HeldAction
  readonly reason: string | null
  readonly moderator: Pick<Viewer, 'id'> | null
}

async function decideIn(
  trx: Db,
  { settings, to }: DecidingServices,
  { id, action, reason, moderator }: Decision,
): Promise<void> {
  const found = await trx
    .selectFrom('held_items')
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .select(['author_id', 'kind', 'post_id', 'comment_id'])
    .executeTakeFirstOrThrow(() => new Refused(errors.heldItemNotFound))
  const { author_id: authorId } = found
  // Before the item, as in every write.
  for (const memberId of [authorId, moderator?.id ?? authorId].sort(byId))
    await lockPermissions(trx, { id: memberId })
  // Before the item, as moves and merges do: it stays where it is until the decision is stored.
  if (found.post_id !== null)
    await lockOne(
      trx,
      { id: authorId },
      subjectOf({ kind: found.kind, postId: found.post_id, commentId: found.comment_id }),
    )
  const item = await trx
    .selectFrom('held_items')
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Refused(errors.heldItemNotFound))
  // A merge took it along before the post was locked.
  if (item.post_id !== found.post_id) throw new LostConflict('The held item is at another post now.')
  const { community_id: communityId } = item
  const roles = moderator && (await lockRoles(trx, moderator, communityId, ['content']))
  if (roles) enforce(moderationRefusal(roles))
  if (roles && action === 'approve') enforce(approvalRefusal(roles, item))
  const stored = action === 'approve' ? await storeHeldItem({ db: trx, settings, to }, item) : null
  await trx
    .updateTable('held_items')
    .set({
      outcome: action === 'approve' ? 'approved' : 'refused',
      decided_at: sql<Date>`now()`,
      decided_by: moderator?.id ?? null,
      reason: action === 'refuse' ? reason : null,
      // What was approved is a post or comment now.
      ...(action === 'approve' && { sent: '{}', image_ids: [] }),
    })
    .where('id', '=', id)
    .execute()
  // The log of rules links to it.
  if (stored) await publishHits(trx, id, stored)
  const about = { postId: stored?.postId ?? item.post_id, commentId: stored?.commentId ?? null }
  if (moderator && roles)
    await recordAction(trx, {
      action: action === 'approve' ? 'approve_held' : 'refuse_held',
      actor: moderator,
      actedAs: staffRoleOf(roles),
      communityId,
      // What was refused is nobody's business.
      ...(stored && about),
      reason,
      details: { heldKind: item.kind },
    })
  const isDeclinedLate = moderator === null && action === 'refuse'
  if (isDeclinedLate && waitsFor(item, 'wave') && (await addToDeclined(trx, authorId))) return
  await notifyMember(trx, authorId, {
    type: 'held_decided',
    ...about,
    communityId,
    details: {
      heldOutcome: action === 'approve' ? 'approved' : 'refused',
      heldKind: item.kind,
      ...(action === 'refuse' && reason !== null && { reason }),
      ...(moderator === null && { isOverdue: true as const }),
    },
  })
}

const byId = (one: string, other: string) => Number(BigInt(one) - BigInt(other))

const waitsFor = ({ reasons }: { readonly reasons: unknown }, why: Reason['reason']): boolean =>
  (reasons as readonly Reason[]).some(({ reason }) => reason === why)

/** Why a moderator may not approve an item, or null when they may. Admins block images, so only they let one through. */
const approvalRefusal = ({ isAdmin }: Roles, item: { readonly reasons: unknown }): Refusal =>
  waitsFor(item, 'image') && !isAdmin ? errors.onlyAdminsApprove : null

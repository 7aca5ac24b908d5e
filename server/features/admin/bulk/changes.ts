import { type Selectable, sql } from 'kysely'
import { handOverWithheld } from '../../../core/content/withheld.ts'
import { recordActions } from '../../../core/moderationLog/record.ts'
import { endAccess } from '../../../core/sessions/endAccess.ts'
import { banRefusal } from '../../../core/users/policy.ts'
import {
  banFromSite,
  findSiteBans,
  liftSiteBans,
  putSiteBansBack,
  type StoredBan,
} from '../../../core/users/siteBan.ts'
import type { Db } from '../../../platform/database/connection.ts'
import type { BulkActions } from '../../../platform/database/tables.ts'
import { countContent, orderContentDeletion, takeBackRemoved } from '../deleteContent.ts'
import { endSlowVoters, slowVoters } from '../votes/slow.ts'
import { orderCounted, orderUncounted } from '../votes/uncounted.ts'

/** What became of members, by their ids; those who are missing could not be changed. */
export type Outcomes = ReadonlyMap<
  string,
  {
    readonly outcome: 'changed' | 'unchanged'
    readonly is_banned?: boolean
    /** What the ban of this bulk action replaced. */
    readonly former_ban?: StoredBan | null
  }
>

/** Some members of a bulk action, locked with the admin; for bans also their permissions, exclusively. */
export interface BatchOf {
  readonly order: Selectable<BulkActions>
  readonly admin: { readonly id: string }
  readonly members: readonly {
    readonly id: string
    readonly isAdmin: boolean
    readonly isBuiltIn: boolean
    readonly bannedAt: Date | null
    readonly deletedAt: Date | null
  }[]
}

const idsOf = (members: readonly { id: string }[]) => members.map(({ id }) => id)
const isMissing = ({ isBuiltIn, deletedAt }: BatchOf['members'][number]) => isBuiltIn || deletedAt !== null

/** Whether a ban with the first end lasts longer than one with the second. */
const isLonger = (end: Date | null, other: string | null) =>
  other !== null && (end === null || end.getTime() > Date.parse(other))

/**
 * Suspends members. Those who are suspended for as long keep the reason and the end that they have, but also this ban has to be lifted
 * before they can come back.
 */
export async function banMembers(trx: Db, { order, admin, members }: BatchOf): Promise<Outcomes> {
  const bannable = idsOf(members.filter((member) => !isMissing(member) && !banRefusal(member)))
  const former = await findSiteBans(trx, bannable)
  const suspensionOf = (id: string) => {
    const ban = former.get(id)
    return ban?.kind === 'reading' ? ban : null
  }
  const isExtended = (id: string) => {
    const suspension = suspensionOf(id)
    return suspension !== null && isLonger(order.expires_at, suspension.expires_at)
  }
  const removed = order.with_content ? await countContent(trx, { userIds: bannable, days: 0 }) : null
  const kind = 'reading'
  const { expires_at: expiresAt, reason } = order
  const fresh = bannable.filter((id) => suspensionOf(id) === null)
  const extended = bannable.filter(isExtended)
  const kept = bannable.filter((id) => suspensionOf(id) !== null && !isExtended(id))
  await banFromSite(trx, admin, fresh, { kind, expiresAt, reason, removed })
  await banFromSite(trx, admin, extended, { kind, expiresAt, reason: reason ?? undefined, removed })
  const asItIs = { kind, expiresAt: undefined, reason: undefined } as const
  await banFromSite(trx, admin, kept, { ...asItIs, removed, confirms: true })
  if (removed)
    await orderContentDeletion(trx, {
      userIds: bannable,
      adminId: admin.id,
      days: 0,
      bulkActionId: order.id,
    })
  const same = new Set(removed ? [] : kept)
  return new Map(
    bannable.map((id) => [
      id,
      {
        outcome: same.has(id) ? 'unchanged' : 'changed',
        is_banned: true,
        former_ban: former.get(id) ?? null,
      },
    ]),
  )
}

/** Lifts bans; with content, also restores what bans removed. What undoes another bulk action leaves all else as it is. */
export async function unbanMembers(trx: Db, { order, admin, members }: BatchOf): Promise<Outcomes> {
  const ids = idsOf(members.filter((member) => !isMissing(member)))
  const lifted =
    order.undoes_id === null
      ? await liftSiteBans(trx, admin, ids)
      : await takeBackBans(trx, admin, { userIds: ids, bulkActionId: order.undoes_id })
  if (order.undoes_id !== null) await handOverWithheld(trx, { userIds: ids, bulkActionId: order.undoes_id })
  const restored = order.with_content
    ? await takeBackRemoved(trx, admin, { userIds: ids, bulkActionId: order.undoes_id })
    : []
  const changed = new Set([...lifted, ...restored])
  return new Map(ids.map((id) => [id, { outcome: changed.has(id) ? 'changed' : 'unchanged' }]))
}

/** Removes the posts and comments that the bulk action lists, in the background; nobody is notified. */
export async function removeListed(trx: Db, { order, admin, members }: BatchOf): Promise<Outcomes> {
  const userIds = idsOf(members.filter((member) => !isMissing(member) && !member.isAdmin))
  await orderContentDeletion(trx, {
    userIds,
    adminId: admin.id,
    days: 0,
    bulkActionId: order.id,
    onlyListed: true,
  })
  return new Map(userIds.map((id) => [id, { outcome: 'changed' }]))
}

/** Restores what was removed: by the bulk action that this one undoes, or else all that bans and bulk actions removed. */
export async function restoreRemoved(trx: Db, { order, admin, members }: BatchOf): Promise<Outcomes> {
  const userIds = idsOf(members.filter((member) => !isMissing(member)))
  const bulkActionId = order.undoes_id
  if (bulkActionId !== null) await handOverWithheld(trx, { userIds, bulkActionId })
  const changed = new Set(await takeBackRemoved(trx, admin, { userIds, bulkActionId }))
  return new Map(userIds.map((id) => [id, { outcome: changed.has(id) ? 'changed' : 'unchanged' }]))
}

/** The ban of a bulk action, or of one that came after it. */
interface Layer {
  readonly userId: string
  readonly bulkActionId: string
  readonly orderedBy: string
  readonly expiresAt: Date | null
  readonly reason: string | null
  /** As PostgreSQL writes it. */
  readonly actedAt: string
  readonly formerBan: StoredBan | null
}

/**
 * Takes the bans of a bulk action back, as if it had never been: what was before is put back, and bans of later bulk actions follow it. Bans
 * that were changed otherwise since then stay.
 *
 * @returns the ids of those whose ban differs from the one that they had.
 */
async function takeBackBans(
  trx: Db,
  admin: { readonly id: string },
  { userIds, bulkActionId }: { userIds: readonly string[]; bulkActionId: string },
): Promise<string[]> {
  const rest = new Map<string, StoredBan | null>()
  const later: { bulk_action_id: string; user_id: string; former_ban: StoredBan | null }[] = []
  for (const [id, [taken, ...above]] of await findLayers(trx, { userIds, bulkActionId })) {
    let ban = inForce(taken?.formerBan ?? null)
    for (const layer of above) {
      later.push({ bulk_action_id: layer.bulkActionId, user_id: id, former_ban: ban })
      ban = inForce(withLayer(ban, layer))
    }
    rest.set(id, ban)
  }
  await sql`
    update bulk_action_members as member set former_ban = given.former_ban
    from jsonb_to_recordset(${JSON.stringify(later)}::jsonb) as given (bulk_action_id bigint, user_id bigint, former_ban jsonb)
    where member.bulk_action_id = given.bulk_action_id and member.user_id = given.user_id`.execute(trx)
  await sql`
    update bulk_action_members set is_banned = false
    where bulk_action_id = ${bulkActionId} and user_id = any(${userIds}::bigint[])`.execute(trx)
  const lifted = [...rest].flatMap(([id, ban]) => (ban === null ? id : []))
  const back = new Map([...rest].flatMap(([id, ban]) => (ban === null ? [] : [[id, ban]])))
  return [...(await liftSiteBans(trx, admin, lifted)), ...(await putSiteBansBack(trx, admin, back))]
}

/** The ban of the bulk action and the later ones above it, for each member whose ban in force is one of them. */
async function findLayers(
  trx: Db,
  { userIds, bulkActionId }: { userIds: readonly string[]; bulkActionId: string },
): Promise<ReadonlyMap<string, readonly Layer[]>> {
  const { rows } = await sql<Layer>`
    with recursive layer as (
      select user_id, bulk_action_id, acted_at, former_ban, 0 as height from bulk_action_members
      where bulk_action_id = ${bulkActionId} and user_id = any(${userIds}::bigint[]) and is_banned
      union all
      select above.user_id, above.bulk_action_id, above.acted_at, above.former_ban, height + 1
      from layer join bulk_action_members as above on above.user_id = layer.user_id and above.is_banned
        and (above.former_ban ->> 'changed_at')::timestamptz = layer.acted_at and above.acted_at > layer.acted_at)
    select layer.user_id::text as "userId", bulk_action_id::text as "bulkActionId", ordered_by::text as "orderedBy",
      bulk_actions.expires_at as "expiresAt", bulk_actions.reason, to_jsonb(acted_at) #>> '{}' as "actedAt", former_ban as "formerBan"
    from layer join bulk_actions on bulk_actions.id = bulk_action_id
    where exists (
      select from layer as top join site_bans on site_bans.user_id = top.user_id and changed_at = top.acted_at
      where top.user_id = layer.user_id)
    order by layer.user_id, height`.execute(trx)
  const layers = new Map<string, Layer[]>()
  for (const row of rows) layers.set(row.userId, [...(layers.get(row.userId) ?? []), row])
  return layers
}

const inForce = (ban: StoredBan | null) =>
  ban !== null && (ban.expires_at === null || Date.parse(ban.expires_at) > Date.now()) ? ban : null

/** What `banMembers` makes of a ban. */
function withLayer(former: StoredBan | null, layer: Layer): StoredBan {
  const made = {
    kind: 'reading' as const,
    banned_by: layer.orderedBy,
    created_at: former?.created_at ?? layer.actedAt,
    changed_at: layer.actedAt,
  }
  const end = { expires_at: layer.expiresAt?.toISOString() ?? null }
  if (former?.kind !== 'reading') return { ...made, ...end, reason: layer.reason }
  if (isLonger(layer.expiresAt, former.expires_at))
    return { ...made, ...end, reason: layer.reason ?? former.reason }
  return { ...made, expires_at: former.expires_at, reason: former.reason }
}

/** Ends all sessions. */
export async function logOutMembers(trx: Db, { admin, members }: BatchOf): Promise<Outcomes> {
  const ids = idsOf(members.filter((member) => !isMissing(member)))
  const ended = await endAccess(trx, sql<string>`any(${ids}::bigint[])`, { except: null })
  const changed = new Set(idsOf(ended))
  await recordActions(
    trx,
    [...changed].map((userId) => ({
      action: 'log_out_user',
      actor: admin,
      actedAs: 'admins',
      communityId: null,
      userId,
    })),
  )
  return new Map(ids.map((id) => [id, { outcome: changed.has(id) ? 'changed' : 'unchanged' }]))
}

/** Takes their votes out of all scores, in the background. */
export async function uncountVotes(trx: Db, { order, admin, members }: BatchOf): Promise<Outcomes> {
  const userIds = idsOf(members.filter((member) => !isMissing(member) && !member.isAdmin))
  const changed = await orderUncounted(trx, { userIds, since: order.votes_since, bulkActionId: order.id })
  await recordVotes(trx, admin, 'uncount_votes', { userIds: changed, reason: order.reason })
  return outcomesOf(userIds, changed)
}

/** Counts their votes again, in the background. */
export async function countVotes(trx: Db, { order, admin, members }: BatchOf): Promise<Outcomes> {
  const userIds = idsOf(members)
  const changed = await orderCounted(trx, { userIds, undoes: order.undoes_id, bulkActionId: order.id })
  await recordVotes(trx, admin, 'count_votes', { userIds: changed, reason: null })
  return outcomesOf(userIds, changed)
}

/** Lets them cast only a few votes an hour. */
export async function slowVotes(trx: Db, { order, admin, members }: BatchOf): Promise<Outcomes> {
  const userIds = idsOf(members.filter((member) => !isMissing(member) && !member.isAdmin))
  const changed = await slowVoters(trx, { userIds, bulkActionId: order.id })
  await recordVotes(trx, admin, 'slow_votes', { userIds: changed, reason: order.reason })
  return outcomesOf(userIds, changed)
}

/** Lets them vote as usual again. */
export async function endSlowVotes(trx: Db, { order, admin, members }: BatchOf): Promise<Outcomes> {
  const userIds = idsOf(members)
  const changed = await endSlowVoters(trx, { userIds, undoes: order.undoes_id })
  await recordVotes(trx, admin, 'end_slow_votes', { userIds: changed, reason: null })
  return outcomesOf(userIds, changed)
}

const outcomesOf = (userIds: readonly string[], changed: readonly string[]): Outcomes =>
  new Map(userIds.map((id) => [id, { outcome: changed.includes(id) ? 'changed' : 'unchanged' }]))

const recordVotes = (
  trx: Db,
  admin: { readonly id: string },
  action: 'uncount_votes' | 'count_votes' | 'slow_votes' | 'end_slow_votes',
  { userIds, reason }: { userIds: readonly string[]; reason: string | null },
) =>
  recordActions(
    trx,
    userIds.map((userId) => ({
      action,
      actor: admin,
      actedAs: 'admins',
      communityId: null,
      userId,
      reason,
    })),
  )

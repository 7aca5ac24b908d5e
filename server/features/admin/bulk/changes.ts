import { type Selectable, sql } from 'kysely'
import type { BanKind } from '../../../../contract/words.ts'
import { recordActions } from '../../../core/moderationLog/record.ts'
import { endAccess } from '../../../core/sessions/endAccess.ts'
import { banRefusal } from '../../../core/users/policy.ts'
import { banFromSite, liftSiteBans } from '../../../core/users/siteBan.ts'
import type { Db } from '../../../platform/database/connection.ts'
import type { BulkActions } from '../../../platform/database/tables.ts'
import { countContent, orderContentDeletion, takeBackRemoved } from '../deleteContent.ts'

/** A ban that a bulk action replaced. */
interface FormerBan {
  readonly kind: BanKind
  readonly reason: string | null
  /** RFC 3339; null for no end. */
  readonly expires_at: string | null
}

/** What became of members, by their ids; those who are missing could not be changed. */
export type Outcomes = ReadonlyMap<
  string,
  {
    readonly outcome: 'changed' | 'unchanged'
    readonly is_banned?: boolean
    readonly former_ban?: FormerBan | null
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

/** Suspends members. Those who are suspended keep the reason and the end that they have. */
export async function banMembers(trx: Db, { order, admin, members }: BatchOf): Promise<Outcomes> {
  const bannable = members.filter((member) => !isMissing(member) && !banRefusal(member))
  const fresh = idsOf(bannable.filter(({ bannedAt }) => bannedAt === null))
  const suspended = idsOf(bannable.filter(({ bannedAt }) => bannedAt !== null))
  const former = await findBans(trx, fresh)
  const removed = order.with_content ? await countContent(trx, { userIds: idsOf(bannable), days: 0 }) : null
  await banFromSite(trx, admin, fresh, {
    kind: 'reading',
    expiresAt: order.expires_at,
    reason: order.reason,
    removed,
  })
  if (removed) {
    await banFromSite(trx, admin, suspended, {
      kind: 'reading',
      expiresAt: undefined,
      reason: undefined,
      removed,
    })
    await orderContentDeletion(trx, {
      userIds: idsOf(bannable),
      adminId: admin.id,
      days: 0,
      bulkActionId: order.id,
    })
  }
  return new Map([
    ...fresh.map(
      (id) => [id, { outcome: 'changed', is_banned: true, former_ban: former.get(id) ?? null }] as const,
    ),
    ...suspended.map((id) => [id, { outcome: removed ? 'changed' : 'unchanged' }] as const),
  ])
}

/** The bans in force of members who are not suspended. */
async function findBans(trx: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, FormerBan>> {
  const { rows } = await sql<{ id: string; ban: FormerBan }>`
    select user_id::text as id, jsonb_build_object('kind', kind, 'reason', reason, 'expires_at', iso_time(expires_at)) as ban
    from site_bans where user_id = any(${userIds}::bigint[]) and kind <> 'reading' and is_ban_in_force(expires_at)`.execute(
    trx,
  )
  return new Map(rows.map(({ id, ban }) => [id, ban]))
}

/** Lifts bans; with content, also restores what bans removed. What undoes another bulk action leaves all else as it is. */
export async function unbanMembers(trx: Db, { order, admin, members }: BatchOf): Promise<Outcomes> {
  const ids = idsOf(members.filter((member) => !isMissing(member)))
  const lifted =
    order.undoes_id === null
      ? await liftSiteBans(trx, admin, ids)
      : await takeBackBans(trx, admin, { userIds: ids, bulkActionId: order.undoes_id })
  const restored = order.with_content
    ? await takeBackRemoved(trx, admin, { userIds: ids, bulkActionId: order.undoes_id })
    : []
  const changed = new Set([...lifted, ...restored])
  return new Map(ids.map((id) => [id, { outcome: changed.has(id) ? 'changed' : 'unchanged' }]))
}

/** Lifts the bans of a bulk action that have not changed since, and puts milder ones back that they replaced. */
async function takeBackBans(
  trx: Db,
  admin: { readonly id: string },
  { userIds, bulkActionId }: { userIds: readonly string[]; bulkActionId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string; former: FormerBan | null }>`
    select member.user_id::text as id, former_ban as former
    from bulk_action_members as member join site_bans as ban on ban.user_id = member.user_id
    where bulk_action_id = ${bulkActionId} and member.user_id = any(${userIds}::bigint[]) and is_banned
      and ban.changed_at = acted_at`.execute(trx)
  const isInForce = ({ former }: (typeof rows)[number]) =>
    former && (former.expires_at === null || Date.parse(former.expires_at) > Date.now())
  await liftSiteBans(trx, admin, idsOf(rows.filter((row) => !isInForce(row))))
  // Few have one.
  for (const { id, former } of rows.filter(isInForce))
    if (former)
      await banFromSite(trx, admin, [id], {
        kind: former.kind,
        expiresAt: former.expires_at === null ? null : new Date(former.expires_at),
        reason: former.reason,
        removed: null,
      })
  return idsOf(rows)
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

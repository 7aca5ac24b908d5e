import { sql } from 'kysely'
import type { BanKind } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { type PlainLogEntry, recordActions } from '../moderationLog/record.ts'
import { notifyMembers } from '../notifications/notify.ts'
import { storeSiteBans } from './storeSiteBans.sql.ts'

/** How many posts and comments are removed. */
export interface RemovedCounts {
  readonly noPosts: number
  readonly noComments: number
}

/** The requested ban from the site; undefined fields stay as they are in an existing ban. */
interface RequestedSiteBan {
  readonly kind: BanKind
  readonly expiresAt: Date | null | undefined
  /** As `parseReason` gives it. */
  readonly reason: string | null | undefined
  /** How much of each account the caller orders to be removed with it; null: nothing. Counts as a change even if nothing differs. */
  readonly removed: ReadonlyMap<string, RemovedCounts> | null
  /** Whether bans that stay as they are count as changed now, too; they get no entry in the log. */
  readonly confirms?: boolean
  /** If it follows a notice to the admins. */
  readonly basis?: 'notice'
}

/** A ban as it is stored, to be put back. */
export interface StoredBan {
  readonly kind: BanKind
  readonly reason: string | null
  /** Times as PostgreSQL writes them; null for no end. */
  readonly expires_at: string | null
  readonly banned_by: string | null
  readonly created_at: string
  readonly changed_at: string
}

const entryAbout = (admin: { readonly id: string }, userId: string) =>
  ({ actor: admin, actedAs: 'admins', communityId: null, userId }) satisfies Partial<PlainLogEntry>

/**
 * Bans members from the site, replacing existing bans; records and notifies each change. A suspension ends all sessions; a milder
 * ban ends a suspension. The caller has locked the accounts, and their permissions exclusively.
 *
 * @returns the ids of those whose ban is new or changed.
 */
export async function banFromSite(
  trx: Db,
  admin: { readonly id: string },
  userIds: readonly string[],
  { kind, expiresAt, reason, removed, confirms = false, basis }: RequestedSiteBan,
): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await queryRows(trx, storeSiteBans, {
    userIds,
    adminId: admin.id,
    countsAsChange: removed !== null || confirms,
    kind,
    setsExpiry: expiresAt !== undefined,
    expiresAt: expiresAt ?? null,
    setsReason: reason !== undefined,
    reason: reason ?? null,
  })
  const bans = rows.map((row) => ({
    userId: row.id,
    isChanged: row.is_changed,
    isChange: row.former_kind !== null,
    reason: row.reason,
    end: row.expires_at && { expiresAt: row.expires_at.toISOString() },
    former: {
      ...(row.former_kind && { formerKind: row.former_kind }),
      ...(row.former_expires_at && { formerExpiresAt: row.former_expires_at.toISOString() }),
    },
  }))
  const changed = bans.filter(({ isChanged }) => isChanged)
  await recordActions(
    trx,
    (removed ? bans : changed).map(({ userId, isChange, reason: why, end, former }) => ({
      ...entryAbout(admin, userId),
      action: removed ? 'ban_user_with_content' : isChange ? 'change_site_ban' : 'ban_user',
      reason: why,
      details: { kind, ...end, ...former, ...removed?.get(userId), ...(basis && { basis }) },
    })),
  )
  // Suspended members see the reason when they try to log in.
  if (kind !== 'reading')
    await notifyMembers(
      trx,
      changed.map(({ userId, isChange, reason: why, end }) => ({
        userId,
        type: 'banned',
        communityId: null,
        deletedAs: 'admins',
        details: {
          banKind: kind,
          ...end,
          ...(why !== null && { reason: why }),
          ...(isChange && { isChange }),
          ...(basis && { basis }),
          ...removed?.get(userId),
        },
      })),
    )
  return changed.map(({ userId }) => userId)
}

/** The bans in force of members, by their ids. A suspension without a row is one without reason and end. */
export async function findSiteBans(
  trx: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, StoredBan>> {
  const { rows } = await sql<{ id: string; ban: StoredBan }>`
    select users.id::text as id, jsonb_build_object(
      'kind', case when banned_at is null then kind else 'reading' end, 'reason', reason, 'expires_at', expires_at, 'banned_by', banned_by::text,
      'created_at', coalesce(site_bans.created_at, banned_at), 'changed_at', coalesce(changed_at, banned_at)) as ban
    from users left join site_bans on user_id = users.id and (banned_at is not null or kind <> 'reading')
    where users.id = any(${userIds}::bigint[])
      and (banned_at is not null or kind is not null and is_ban_in_force(expires_at))`.execute(trx)
  return new Map(rows.map(({ id, ban }) => [id, ban]))
}

/**
 * Puts bans back as they were, also when and by whom they were made; records and notifies what changes, as `banFromSite`.
 *
 * @returns the ids of those whose ban differs from the one that they had.
 */
export async function putSiteBansBack(
  trx: Db,
  admin: { readonly id: string },
  bans: ReadonlyMap<string, StoredBan>,
): Promise<string[]> {
  const changed: string[] = []
  const alike = new Map<string, { ban: StoredBan; ids: string[] }>()
  for (const [id, ban] of bans) {
    const key = JSON.stringify([ban.kind, ban.reason, ban.expires_at])
    const group = alike.get(key) ?? { ban, ids: [] }
    group.ids.push(id)
    alike.set(key, group)
  }
  for (const { ban, ids } of alike.values()) {
    const expiresAt = ban.expires_at === null ? null : new Date(ban.expires_at)
    const requested = { kind: ban.kind, reason: ban.reason, expiresAt, removed: null }
    changed.push(...(await banFromSite(trx, admin, ids, requested)))
  }
  await sql`
    update site_bans set expires_at = former.expires_at, banned_by = former.banned_by, created_at = former.created_at,
      changed_at = former.changed_at
    from jsonb_to_recordset(${JSON.stringify([...bans].map(([id, ban]) => ({ user_id: id, ...ban })))}::jsonb)
      as former (user_id bigint, expires_at timestamptz, banned_by bigint, created_at timestamptz, changed_at timestamptz)
    where site_bans.user_id = former.user_id`.execute(trx)
  return changed
}

/**
 * Lifts the bans of members from the site and records it; does nothing for members who are not banned.
 *
 * @param options.appealId lifts a ban only if it has not changed since this appeal.
 * @returns the ids of those who were banned.
 */
export async function liftSiteBans(
  trx: Db,
  admin: { readonly id: string },
  userIds: readonly string[],
  { appealId = null }: { appealId?: string | null } = {},
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with account as materialized (
      select id, banned_at from users
      where id = any(${userIds}::bigint[]) and (${appealId}::bigint is null or not exists (
        select from site_bans join appeals on appeals.id = ${appealId}
        where site_bans.user_id = users.id and site_bans.changed_at <> appeals.acted_at))
      order by id for no key update
    ), lifted as (
      delete from site_bans using account where user_id = account.id
      returning user_id, is_ban_in_force(expires_at) as was_in_force
    ), account_update as (
      update users set banned_at = null from account where users.id = account.id and users.banned_at is not null
    )
    select account.id from account left join lifted on user_id = account.id
    where banned_at is not null or was_in_force`.execute(trx)
  const lifted = rows.map(({ id }) => id)
  await recordActions(
    trx,
    lifted.map((userId) => ({ ...entryAbout(admin, userId), action: 'unban_user' })),
  )
  return lifted
}

/** Ends the suspensions whose end has passed, of one member or of all. @returns how many. */
export async function liftEndedSuspensions(db: Db, userId: string | null = null): Promise<number> {
  const { lifted } = await db
    .selectNoFrom(sql<number>`lift_ended_site_bans(${userId}::bigint)`.as('lifted'))
    .executeTakeFirstOrThrow()
  return lifted
}

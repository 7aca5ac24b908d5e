import { sql } from 'kysely'
import type { BanKind } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'
import { recordAction } from '../moderationLog/record.ts'

/** The requested ban from the site; undefined fields stay as they are in an existing ban. */
interface WantedSiteBan {
  readonly kind: BanKind
  readonly expiresAt: Date | null | undefined
  readonly reason: string | null | undefined
}

interface StoredSiteBan {
  readonly kind: BanKind
  readonly expiresAt: Date | null
  readonly reason: string | null
  readonly isChanged: boolean
  /** From the replaced ban, if that was in force. */
  readonly formerKind: BanKind | null
  readonly formerExpiresAt: Date | null
}

/**
 * Stores a ban from the site, replacing an existing one. A suspension ends all sessions; a milder ban ends a suspension.
 * The caller has locked the account, and its permissions exclusively.
 *
 * @param by.countsAsChange counts as a change even if nothing differs.
 */
export async function storeSiteBan(
  trx: Db,
  by: { userId: string; adminId: string; countsAsChange: boolean },
  { kind, expiresAt, reason }: WantedSiteBan,
): Promise<StoredSiteBan> {
  const { rows } = await sql<{
    expires_at: Date | null
    reason: string | null
    is_changed: boolean
    former_kind: BanKind | null
    former_expires_at: Date | null
  }>`
    with account as materialized (
      select id, banned_at from users where id = ${by.userId}
    ), former as materialized (
      -- A suspension may have no row: the column of the account decides.
      select case when banned_at is not null then 'reading' when is_ban_in_force(expires_at) then kind end as kind,
        case when banned_at is not null or is_ban_in_force(expires_at) then expires_at end as expires_at,
        case when banned_at is not null or is_ban_in_force(expires_at) then reason end as reason
      from account left join site_bans on user_id = id and (banned_at is not null or kind <> 'reading')
    ), wanted as materialized (
      select former.kind as former_kind, former.expires_at as former_expires_at,
        case when ${expiresAt === undefined} then former.expires_at else ${expiresAt ?? null}::timestamptz end as expires_at,
        case when ${reason === undefined} then former.reason else ${reason ?? null}::text end as reason,
        former.reason as former_reason
      from former
    ), compared as materialized (
      select *, (${kind}::text, expires_at, reason) is distinct from (former_kind::text, former_expires_at, former_reason) as is_changed
      from wanted
    ), stored as (
      insert into site_bans (user_id, kind, reason, banned_by, expires_at)
      select ${by.userId}, ${kind}, reason, ${by.adminId}, expires_at from compared where is_changed or ${by.countsAsChange}
      on conflict (user_id) do update set kind = excluded.kind, reason = excluded.reason, banned_by = excluded.banned_by,
        expires_at = excluded.expires_at, changed_at = now(),
        created_at = case when (select former_kind from compared) is null then now() else site_bans.created_at end
    ), logged_out as (
      delete from sessions where ${kind} = 'reading' and user_id = ${by.userId}
    ), account_update as (
      update users set banned_at = case when ${kind} = 'reading' then coalesce(banned_at, now()) end
      where id = ${by.userId} and (banned_at is not null) <> (${kind} = 'reading')
    )
    select expires_at, reason, is_changed, former_kind, former_expires_at from compared`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('The locked account does not exist any more.')
  return {
    kind,
    expiresAt: row.expires_at,
    reason: row.reason,
    isChanged: row.is_changed,
    formerKind: row.former_kind,
    formerExpiresAt: row.former_expires_at,
  }
}

/**
 * Lifts the ban of a member from the site and records it; does nothing for members who are not banned.
 *
 * @param appealId lifts the ban only if it has not changed since this appeal.
 */
export async function liftSiteBan(
  trx: Db,
  admin: { readonly id: string },
  userId: string,
  { appealId = null }: { appealId?: string | null } = {},
): Promise<void> {
  const { rows } = await sql`
    with account as materialized (
      select id, banned_at from users where id = ${userId} and (${appealId}::bigint is null or not exists (
        select from site_bans join appeals on appeals.id = ${appealId}
        where site_bans.user_id = users.id and site_bans.changed_at <> appeals.acted_at))
      for no key update
    ), lifted as (
      delete from site_bans using account where user_id = account.id returning is_ban_in_force(expires_at) as was_in_force
    ), account_update as (
      update users set banned_at = null from account where users.id = account.id and users.banned_at is not null
    )
    select from account where banned_at is not null or (select was_in_force from lifted)`.execute(trx)
  if (rows.length === 0) return
  await recordAction(trx, {
    action: 'unban_user',
    actor: admin,
    actedAs: 'admins',
    communityId: null,
    userId,
  })
}

/** Ends the suspensions whose end has passed, of one member or of all. @returns how many. */
export async function liftEndedSuspensions(db: Db, userId: string | null = null): Promise<number> {
  const { rows } = await sql<{
    lifted: number
  }>`select lift_ended_site_bans(${userId}::bigint) as lifted`.execute(db)
  return rows[0]?.lifted ?? 0
}

import { sql } from 'kysely'
import type { BanKind } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { recordAction } from '../moderationLog/record.ts'
import { storeSiteBan as statement } from './storeSiteBan.sql.ts'

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
  const row = await queryRow(trx, statement, {
    ...by,
    kind,
    setsExpiry: expiresAt !== undefined,
    expiresAt: expiresAt ?? null,
    setsReason: reason !== undefined,
    reason: reason ?? null,
  })
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
  const { lifted } = await db
    .selectNoFrom(sql<number>`lift_ended_site_bans(${userId}::bigint)`.as('lifted'))
    .executeTakeFirstOrThrow()
  return lifted
}

import { type RawBuilder, sql } from 'kysely'
import type { UserGroup } from '../../contract/entities/schema.ts'
import type { Db } from '../database/connection.ts'
import type { Viewer } from '../http/viewer.ts'

/*
 * What somebody may do where they write: banned or not, moderator, admin. Who writes holds their standing until their
 * transaction ends, and who takes something away from it waits for that. The functions are those of migration 0022_writes.
 */

type Expression = string | RawBuilder<unknown>

/**
 * Whether a member may not write in a community, for statements that write: as it is then, not as it was when the session
 * was read or the statement began. To be evaluated before a row is locked: select it with the row that is to be locked.
 *
 * @param communityId an expression of the statement it stands in.
 */
export const isBarred = (memberId: Expression, communityId: RawBuilder<unknown>) =>
  sql<boolean>`is_barred(${memberId}::bigint, ${communityId})`

/** Whether a member may act in a role in a community; otherwise as `isBarred`. Everybody may act as themselves. */
export const hasRole = (memberId: Expression, communityId: RawBuilder<unknown>, role: UserGroup) =>
  sql<boolean>`(${role}::text = 'normal' or has_role(${memberId}::bigint, ${communityId}, ${role}::text))`

/** Keeps what a member may do as it is until the transaction ends; to be called before a row is locked. */
export async function holdStanding(trx: Db, member: { readonly id: string }): Promise<void> {
  await sql`select hold_standing(${member.id}::bigint)`.execute(trx)
}

/**
 * The member as they stand in a community now, for the policies of what they are about to do there; it stays so until
 * the transaction ends. To be called before a row is locked, or after `holdStanding`.
 */
export async function readStanding(trx: Db, member: Viewer, communityId: string | null): Promise<Viewer> {
  const community = sql`${communityId}::bigint`
  const { rows } = await sql<{ is_admin: boolean; is_moderator: boolean }>`
    select ${hasRole(member.id, community, 'admins')} as is_admin,
      ${hasRole(member.id, community, 'mods')} as is_moderator`.execute(trx)
  return {
    ...member,
    isAdmin: rows[0]?.is_admin === true,
    moderates: new Set(communityId !== null && rows[0]?.is_moderator ? [communityId] : []),
  }
}

/**
 * Waits until nothing is under way that relies on what a user may do, and lets nothing begin until the transaction ends:
 * to be called before any of it is taken away, and before a row is locked. Where there is no such user nothing happens.
 */
export async function changeStanding(
  trx: Db,
  user: { readonly id: string } | { readonly username: string },
): Promise<void> {
  const isThem =
    'id' in user ? sql`id = ${user.id}` : sql`username_key = ${user.username.trim().toLowerCase()}`
  await sql`select change_standing(id) from users where ${isThem}`.execute(trx)
}

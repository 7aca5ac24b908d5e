import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/*
 * The permission lock of a member, an advisory lock. A write holds it shared until the transaction ends, so that checked
 * permissions stay valid; taking a permission away holds it exclusively. It comes before all row locks. The database
 * functions are in migration 0025_permissions.
 */

/** Locks the permissions of a member, shared, until the transaction ends. */
export async function lockPermissions(trx: Db, member: { readonly id: string }): Promise<void> {
  await sql`select lock_permissions(${member.id}::bigint)`.execute(trx)
}

/**
 * Waits for all writes that rely on a user's permissions, and blocks new ones until the transaction ends. Call it
 * before taking a permission away. Does nothing if the user does not exist.
 */
export async function lockPermissionsExclusively(
  trx: Db,
  user: { readonly id: string } | { readonly username: string },
): Promise<void> {
  const isUser =
    'id' in user ? sql`id = ${user.id}` : sql`username_key = ${user.username.trim().toLowerCase()}`
  await sql`select lock_permissions_exclusively(id) from users where ${isUser}`.execute(trx)
}

import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/*
 * The permission lock of a member, an advisory lock. Who writes holds it shared until the transaction ends, so what they may
 * do stays as it was checked; who takes a permission away holds it exclusively. It comes before all locks on rows. The
 * functions of the database are in migration 0025_permissions.
 */

/** Keeps what a member may do as it is until the transaction ends. */
export async function lockPermissions(trx: Db, member: { readonly id: string }): Promise<void> {
  await sql`select lock_permissions(${member.id}::bigint)`.execute(trx)
}

/**
 * Waits for all writes that rely on what a user may do, and lets none begin until the transaction ends. To be called
 * before a permission is taken away. Does nothing where there is no such user.
 */
export async function lockPermissionsExclusively(
  trx: Db,
  user: { readonly id: string } | { readonly username: string },
): Promise<void> {
  const isUser =
    'id' in user ? sql`id = ${user.id}` : sql`username_key = ${user.username.trim().toLowerCase()}`
  await sql`select lock_permissions_exclusively(id) from users where ${isUser}`.execute(trx)
}

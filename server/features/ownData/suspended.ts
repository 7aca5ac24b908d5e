import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import type { SuspendedMember } from '../../core/accounts/suspended.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { eraseAccount } from './erase.ts'
import { lockForDeletion, orderErasure, parseErasedContent } from './erasing/order.ts'
import { findExport } from './findExport.ts'
import { requestExport } from './requestExport.ts'
import { exportView } from './serialize.ts'

/**
 * Requests an archive for a suspended member, or returns the existing one. They have no session, so the URL contains a secret.
 */
export async function exportSuspended(db: Db, member: SuspendedMember): Promise<OutputOf<'exportSuspended'>> {
  const found = await findExport(db, member)
  const archive = found && found.state !== 'failed' ? exportView(found) : await requestExport(db, member)
  if (archive.url === null) return archive
  const { secret } = await db
    .selectFrom('data_exports')
    .where('id', '=', archive.id)
    .select('secret')
    .executeTakeFirstOrThrow()
  return { ...archive, url: `${archive.url}?key=${secret}` }
}

/** The suspended member whose archive has this secret; undefined for any other. */
export const findSuspendedOwner = (db: Db, id: string, key: string) =>
  db
    .selectFrom('data_exports')
    .innerJoin('users', 'users.id', 'data_exports.user_id')
    .where('data_exports.id', '=', id)
    .where('secret', '=', key)
    .where('users.banned_at', 'is not', null)
    .where('users.deleted_at', 'is', null)
    .select(['users.id', 'users.username'])
    .executeTakeFirst()

/**
 * Deletes a suspended account for its member, or erases them, with `content`. Admins can only erase it, or have to lift the ban first.
 *
 * @throws Refused with `invalid_erased_content`, or with `wrong-password` or `not_suspended`, if that has changed meanwhile.
 */
export async function deleteSuspended(
  db: Db,
  member: SuspendedMember,
  given: { readonly content?: string | undefined },
): Promise<{ success: true }> {
  const content = parseErasedContent(given.content)
  await db.transaction().execute(async (trx) => {
    const locked = await lockForDeletion(trx, member.id)
    const account = await trx
      .selectFrom('users')
      .where('id', '=', member.id)
      .where('deleted_at', 'is', null)
      .where('password_hash', '=', member.passwordHash)
      .select(sql<boolean>`banned_at is not null`.as('isSuspended'))
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new Refused(errors.wrongPassword))
    if (!account.isSuspended) throw new Refused(errors.notSuspended)
    if (content === null) await eraseAccount(trx, member.id, { deletedBy: member.id, locked })
    else await orderErasure(trx, member.id, { content, orderedBy: member.id, locked })
  })
  return { success: true }
}

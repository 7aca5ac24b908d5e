import { sql } from 'kysely'
import { errors } from '../../../../contract/errors.ts'
import { type ErasedContent, erasedContents } from '../../../../contract/words.ts'
import { enforceOtherAdmin } from '../../../core/permissions/admin.ts'
import { lockPermissionsExclusively } from '../../../core/permissions/permissionLock.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { eraseAccount, lockCommunitiesOf } from '../erase.ts'
import { firstStep } from './steps.ts'

/** What happens to what was written; null where nothing was given. @throws Refused with `invalid_erased_content`. */
export function parseErasedContent(given: string | undefined): ErasedContent | null {
  if (given === undefined) return null
  const content = erasedContents.find((one) => one === given)
  if (!content) throw new Refused(errors.invalidErasedContent)
  return content
}

/** The task that runs `eraseMembers`. */
export const eraseMembersTask = 'erase_members'

/**
 * The account of this name in any letter case, also of one that is erased, whose name is only known as a hash. Undefined if there is
 * none.
 */
export const findNamed = (db: Db, username: string) =>
  db
    .selectFrom('users')
    .where((eb) =>
      eb.or([
        eb('username_key', '=', username.toLowerCase()),
        eb(
          'id',
          '=',
          eb
            .selectFrom('erased_names')
            .where('hash', '=', sql<Buffer>`erased_name_hash(${username})`)
            .select('user_id'),
        ),
      ]),
    )
    .select(['id', 'username', 'is_built_in as isBuiltIn', 'deleted_at as deletedAt'])
    .executeTakeFirst()

/**
 * Locks an account with all that its deletion changes. The order of the locks, which prevents deadlocks: its erasure, its permissions,
 * its communities, the admins.
 *
 * @throws Refused with `last_admin`.
 */
export async function lockForDeletion(trx: Db, userId: string): Promise<readonly string[]> {
  await trx.selectFrom('erasures').where('user_id', '=', userId).select('id').forUpdate().execute()
  await lockPermissionsExclusively(trx, { id: userId })
  const locked = await lockCommunitiesOf(trx, userId)
  await enforceOtherAdmin(trx, { id: userId })
  return locked
}

/**
 * Orders that a member is erased, who may be deleted or banned already, in the transaction that has locked the account. What others
 * can see of the account itself is gone at once, the rest by `eraseMembers`. An order for someone whose erasure is ordered or finished
 * does it again, with what they wrote treated as ordered last.
 *
 * @param order.orderedBy null for the command line.
 * @param order.locked what `lockForDeletion` returned.
 */
export async function orderErasure(
  trx: Db,
  userId: string,
  order: {
    readonly content: ErasedContent
    readonly orderedBy: string | null
    readonly locked: readonly string[]
  },
): Promise<void> {
  const counts = await countWithAccount(trx, userId)
  const { isDeleted } = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(sql<boolean>`deleted_at is not null`.as('isDeleted'))
    .executeTakeFirstOrThrow()
  if (!isDeleted) await eraseAccount(trx, userId, { deletedBy: order.orderedBy, locked: order.locked })
  await sql`
    insert into erasures as known (user_id, content, name, ordered_by, step, counts)
    select id, ${order.content}, username, ${order.orderedBy}::bigint, ${firstStep}, ${JSON.stringify(counts)}::jsonb
    from users where id = ${userId}
    on conflict (user_id) do update set content = excluded.content, ordered_by = excluded.ordered_by, ordered_at = now(),
      step = excluded.step, place = null, finished_at = null, is_last_look = false`.execute(trx)
  await sql`select graphile_worker.add_job(${eraseMembersTask}, job_key := ${eraseMembersTask})`.execute(trx)
}

/** What `eraseAccount` deletes of an account, of which the report says how much it was. */
async function countWithAccount(trx: Db, userId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ counts: Record<string, number> }>`
    select json_build_object(
      'sessions', (select count(*) from sessions where user_id = ${userId}),
      'drafts', (select count(*) from drafts where user_id = ${userId}),
      'notifications', (select count(*) from notifications where user_id = ${userId}),
      'conversations', (select count(*) from modmail_conversations where member_id = ${userId}),
      'memberships', (select count(*) from memberships where user_id = ${userId})) as counts`.execute(trx)
  return rows[0]?.counts ?? {}
}

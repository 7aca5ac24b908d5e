import { sql } from 'kysely'
import type { BulkActionKind } from '../../../../contract/words.ts'
import type { Config } from '../../../config.ts'
import { enqueuePurge } from '../../../core/api/purge.ts'
import { everyone, noteWrite } from '../../../core/sessions/viewer.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { doEach } from '../../../platform/jobs/doEach.ts'
import {
  type BatchOf,
  banMembers,
  countVotes,
  endSlowVotes,
  logOutMembers,
  type Outcomes,
  removeListed,
  restoreRemoved,
  slowVotes,
  unbanMembers,
  uncountVotes,
} from './changes.ts'

/** The permissions of these members wait for one batch. */
const accountsPerBatch = 50

const changes: Record<BulkActionKind, (trx: Db, batch: BatchOf) => Promise<Outcomes>> = {
  ban: banMembers,
  unban: unbanMembers,
  log_out: logOutMembers,
  remove: removeListed,
  restore: restoreRemoved,
  uncount_votes: uncountVotes,
  count_votes: countVotes,
  slow_votes: slowVotes,
  end_slow_votes: endSlowVotes,
}

interface Given {
  readonly signal: AbortSignal
  readonly purgeUrl: Config['purgeUrl']
  readonly batch?: number
}

/**
 * Performs the bulk actions that are ordered, one after the other, in batches of a transaction each. What is done is stored with each
 * batch, so it can be ended at any time, and several processes can do it at once. Continues with the next one after a failure.
 *
 * @throws the first failure, at the end.
 */
export async function performBulkActions(db: Db, given: Given): Promise<void> {
  const unfinished = await db
    .selectFrom('bulk_actions')
    .where('finished_at', 'is', null)
    .select('id')
    .orderBy('id')
    .execute()
  await doEach(unfinished, given.signal, ({ id }) => performBulkAction(db, id, given))
}

/** Performs one, as far as the signal allows. @param given.onProgress called after each batch. */
export async function performBulkAction(
  db: Db,
  id: string,
  { signal, purgeUrl, batch = accountsPerBatch, onProgress }: Given & { onProgress?: () => Promise<void> },
): Promise<void> {
  while (!signal.aborted) {
    const isMore = await db.transaction().execute((trx) => performBatch(trx, id, batch))
    if (!isMore) return
    // Invalidates cached copies in all processes.
    await noteWrite(db, everyone)
    await enqueuePurge(db, { purgeUrl })
    await onProgress?.()
  }
}

/** Locks, in this order: the bulk action, the permissions of its members, the members and the admin. @returns false at the end. */
async function performBatch(trx: Db, id: string, batch: number): Promise<boolean> {
  const order = await trx
    .selectFrom('bulk_actions')
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!order) return false
  const waiting = await trx
    .selectFrom('bulk_action_members')
    .where('bulk_action_id', '=', id)
    .where('outcome', 'is', null)
    .select('user_id as id')
    .orderBy('user_id')
    .limit(batch)
    .execute()
  const ids = waiting.map((member) => member.id)
  // What is undone may be a ban that replaced a milder one. Votes that are being cast are stored before.
  if (['ban', 'uncount_votes', 'count_votes'].includes(order.action) || order.undoes_id !== null)
    await sql`select lock_permissions_exclusively(id) from (
      select unnest(${ids}::bigint[]) as id order by id) as member`.execute(trx)
  const people = await trx
    .selectFrom('users')
    .where('id', 'in', [order.ordered_by, ...ids])
    .select([
      'id',
      'is_admin as isAdmin',
      'is_built_in as isBuiltIn',
      'banned_at as bannedAt',
      'deleted_at as deletedAt',
    ])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const admin = people.find((person) => person.id === order.ordered_by)
  // The built-in account orders for the command line. An admin may have lost the role.
  const mayAct = admin && (admin.isBuiltIn || (admin.isAdmin && !admin.bannedAt))
  if (!mayAct || ids.length === 0) {
    await sql`update bulk_actions set finished_at = now(), is_stopped = ${ids.length > 0} where id = ${id}`.execute(
      trx,
    )
    return false
  }
  const outcomes = await changes[order.action as BulkActionKind](trx, {
    order,
    admin,
    members: people.filter((person) => ids.includes(person.id)),
  })
  await sql`
    update bulk_action_members as member set outcome = given.outcome, acted_at = now(),
      is_banned = coalesce(given.is_banned, false), former_ban = given.former_ban
    from jsonb_to_recordset(${JSON.stringify(ids.map((userId) => ({ user_id: userId, outcome: 'skipped', ...outcomes.get(userId) })))}::jsonb)
      as given (user_id bigint, outcome text, is_banned boolean, former_ban jsonb)
    where bulk_action_id = ${id} and member.user_id = given.user_id`.execute(trx)
  return true
}

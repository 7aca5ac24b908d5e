import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { endParticipation } from './endParticipation.sql.ts'
import { deleteExportsTask } from './requestExport.ts'

/** The task that runs `eraseTraces`. */
export const eraseTask = 'erase_account'

const batchSize = 10_000

/** Ids of the communities that a user takes part in, locked against changes of their members and moderators. */
type LockedCommunities = readonly string[]

/**
 * Locks what others lock before they lock a member, to avoid deadlocks. Call it before the account is locked.
 *
 * Locks, in this order: the row of `site_settings`, which serializes deletions and sign-ups, because each of them locks
 * several communities; the communities by their ids.
 */
export async function lockCommunitiesOf(trx: Db, userId: string): Promise<LockedCommunities> {
  await trx.selectFrom('site_settings').select('only_row').forNoKeyUpdate().execute()
  const communities = await trx
    .selectFrom('communities')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('memberships')
        .where('user_id', '=', userId)
        .select('community_id')
        .union(eb.selectFrom('moderators').where('user_id', '=', userId).select('community_id')),
    )
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return communities.map(({ id }) => id)
}

/**
 * Marks an account as deleted and removes everything of it that others can see, except posts, comments and votes. Call it
 * in the transaction that has locked the account. `eraseTraces` removes the invisible rest a minute later, when no
 * request of that member can be running any more.
 */
export async function eraseAccount(
  trx: Db,
  userId: string,
  { deletedBy, locked }: { deletedBy: string | null; locked: LockedCommunities },
): Promise<void> {
  await queryRows(trx, endParticipation, { userId, lockedCommunities: locked })
  await sql`
    with account as (select picture_id from users where id = ${userId}),
    deleted_account as (
      update users set deleted_at = now(), deleted_by = ${deletedBy}, email = null, email_confirmed_at = null,
        password_hash = null, about_me = null, picture_id = null, is_admin = false, notifications_new_count = 0
      where id = ${userId}),
    deleted_picture as (
      update images set is_used = false, deleted_at = now() where id = (select picture_id from account) returning id),
    deleted_held_item as (delete from held_items where author_id = ${userId}),
    deleted_export as (
      update data_exports set deleted_at = now() where user_id = ${userId} and deleted_at is null returning id),
    enqueued_job as (
      select graphile_worker.add_job('delete_images') from deleted_picture
      union all select graphile_worker.add_job(${deleteExportsTask}) from deleted_export
      union all select graphile_worker.add_job(${eraseTask}, json_build_object('userId', ${userId}::text),
        run_at := now() + interval '1 minute', job_key := ${`${eraseTask} ${userId}`}::text))
    select count(*) from enqueued_job`.execute(trx)
}

/**
 * Removes the invisible rest of a deleted account. Also ends its participation again, because a request may have been
 * running during the deletion. Can be repeated after an interruption.
 */
export async function eraseTraces(db: Db, userId: string, signal: AbortSignal): Promise<void> {
  const isDeleted = await db.transaction().execute(async (trx) => {
    const locked = await lockCommunitiesOf(trx, userId)
    const user = await trx
      .selectFrom('users')
      .where('id', '=', userId)
      .where('deleted_at', 'is not', null)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (user) await queryRows(trx, endParticipation, { userId, lockedCommunities: locked })
    return user !== undefined
  })
  if (!isDeleted) return
  while ((await deleteTraces(db, userId)) > 0) signal.throwIfAborted()
  await repeat(signal, () => forgetVersions(db, userId, { of: 'posts', key: 'post_id' }))
  await repeat(signal, () => forgetVersions(db, userId, { of: 'comments', key: 'comment_id' }))
}

/**
 * Deletes some of the rows that only the member could see. Small batches: one statement for everything could hold its locks for long.
 *
 * @returns how many rows, 0 when none is left.
 */
export async function deleteTraces(db: Db, userId: string): Promise<number> {
  const lists = await sql`
    delete from lists where id = (select id from lists where user_id = ${userId} limit 1)`.execute(db)
  const trust = await sql`
    with vouched as (delete from vouches where user_id = ${userId} or voucher_id = ${userId} returning user_id)
    delete from member_trust where user_id = ${userId}`.execute(db)
  // A request may have been running while the account was deleted.
  const held = await sql`delete from held_items where author_id = ${userId}`.execute(db)
  let deleted = [lists, trust, held].reduce(
    (sum, { numAffectedRows = 0n }) => sum + Number(numAffectedRows),
    0,
  )
  for (const table of ['hidden_posts', 'post_visits']) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where user_id = ${userId} and post_id in (
        select post_id from ${sql.table(table)} where user_id = ${userId} limit ${sql.lit(batchSize)})`.execute(
      db,
    )
    deleted += Number(numAffectedRows)
  }
  return deleted
}

/** Versions of a member's posts or comments. These stay, but nobody could delete their versions any more. */
const forgetVersions = (db: Db, userId: string, { of, key }: { of: 'posts' | 'comments'; key: string }) =>
  sql`delete from text_versions where id in (
    select text_versions.id from ${sql.table(of)} as text join text_versions on text_versions.${sql.ref(key)} = text.id
    where text.author_id = ${userId} limit ${sql.lit(batchSize)})`.execute(db)

/** Repeats until nothing is left. @throws when the process shuts down, so that the job is run again. */
async function repeat(
  signal: AbortSignal,
  remove: () => Promise<{ numAffectedRows?: bigint }>,
): Promise<void> {
  while ((await remove()).numAffectedRows) signal.throwIfAborted()
}

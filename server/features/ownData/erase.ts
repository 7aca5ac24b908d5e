import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
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
  await trx.selectFrom('site_settings').select('signups_disabled').forNoKeyUpdate().execute()
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
 * in the transaction that has locked the account. `eraseTraces` removes the rest a minute later, when no request of that
 * member can be under way any more: it may be much, and nobody sees it.
 */
export async function eraseAccount(
  trx: Db,
  userId: string,
  { deletedBy, locked }: { deletedBy: string; locked: LockedCommunities },
): Promise<void> {
  await endParticipation(trx, userId, locked)
  await sql`
    with account as (select picture_id from users where id = ${userId}),
    deleted_account as (
      update users set deleted_at = now(), deleted_by = ${deletedBy}, email = null, email_confirmed_at = null,
        password_hash = null, about_me = null, picture_id = null, is_admin = false, notifications_new_count = 0
      where id = ${userId}),
    deleted_picture as (
      update images set is_used = false, deleted_at = now() where id = (select picture_id from account) returning id),
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
 * Ends everything that a locked account takes part in. Communities that it joined after `lockCommunitiesOf` stay for
 * `eraseTraces`, because locking them now could deadlock.
 */
async function endParticipation(trx: Db, userId: string, locked: LockedCommunities): Promise<void> {
  await sql`
    with deleted_membership as (
      delete from memberships where user_id = ${userId} and community_id = any(${locked}::bigint[])
      returning community_id),
    updated_community as (
      update communities set member_count = member_count - 1 from deleted_membership
      where communities.id = deleted_membership.community_id),
    deleted_moderator as (
      delete from moderators where user_id = ${userId} and community_id = any(${locked}::bigint[])
      returning community_id, position),
    moved_moderator as (
      update moderators set position = moderators.position - 1 from deleted_moderator
      where moderators.community_id = deleted_moderator.community_id
        and moderators.position > deleted_moderator.position),
    deleted_ban as (delete from community_bans where user_id = ${userId}),
    deleted_session as (delete from sessions where user_id = ${userId}),
    deleted_user_mute as (delete from user_mutes where user_id = ${userId} or muted_user_id = ${userId}),
    deleted_community_mute as (delete from community_mutes where user_id = ${userId}),
    deleted_mailed_token as (delete from mailed_tokens where user_id = ${userId}),
    deleted_community_request as (delete from community_requests where user_id = ${userId}),
    deleted_ip_block_user as (delete from ip_block_users where user_id = ${userId}),
    deleted_notification as (delete from notifications where user_id = ${userId}),
    anonymized_user as (update users set created_ip = null, last_seen_ip = null where id = ${userId}),
    anonymized_event as (
      update analytics_events set user_id = null, user_agent = null, ip = null where user_id = ${userId})
    update lists set is_public = false where user_id = ${userId} and is_public`.execute(trx)
}

/**
 * Removes what a deleted account leaves that nobody sees. Ends its participation again, too, because a request may have
 * been under way during the deletion. Can be repeated after an interruption.
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
    if (user) await endParticipation(trx, userId, locked)
    return user !== undefined
  })
  if (!isDeleted) return
  // In small batches: one statement for everything could hold its locks for long.
  await repeat(signal, () =>
    sql`delete from lists where id = (select id from lists where user_id = ${userId} limit 1)`.execute(db),
  )
  for (const table of ['hidden_posts', 'post_visits'])
    await repeat(signal, () =>
      sql`delete from ${sql.table(table)} where user_id = ${userId} and post_id in (
        select post_id from ${sql.table(table)} where user_id = ${userId} limit ${sql.lit(batchSize)})`.execute(
        db,
      ),
    )
}

/** Repeats until nothing is left. @throws when the process shuts down, so that the queue runs the task again. */
async function repeat(
  signal: AbortSignal,
  remove: () => Promise<{ numAffectedRows?: bigint }>,
): Promise<void> {
  while ((await remove()).numAffectedRows) signal.throwIfAborted()
}

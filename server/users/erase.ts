import { sql } from 'kysely'
import type { Db } from '../database/connection.ts'
import { deleteExportsTask } from '../exports/request.ts'

/** The name of the task that removes what a deleted account leaves. */
export const eraseTask = 'erase_account'

/** Rows removed with one statement. */
const batchSize = 10_000

/** The communities that somebody takes part in, by their ids; nobody joins, leaves or moderates them meanwhile. */
type HeldCommunities = readonly string[]

/**
 * Holds what everybody locks before they lock a member: the row of the site, at which new accounts and other deletions
 * stand in a row, because each touches several communities; and the communities, which come before their members when
 * somebody joins, leaves, moderates or writes there. To be called before the account itself is locked.
 */
export async function holdCommunitiesOf(trx: Db, userId: string): Promise<HeldCommunities> {
  await sql`select from site_settings for no key update`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    select id from communities where id in (
      select community_id from memberships where user_id = ${userId}
      union select community_id from moderators where user_id = ${userId})
    order by id for no key update`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Marks an account as deleted and takes away all that anybody could see of it, besides what it wrote and voted (API
 * contract 3.7), inside the transaction that has locked the account. What nobody can see any more, and what there may
 * be a lot of, goes a minute later, when no request of that member can be under way: the lists (which nobody but
 * their owner sees from now on), and where they have been.
 */
export async function eraseAccount(
  trx: Db,
  userId: string,
  { deletedBy, held }: { deletedBy: string; held: HeldCommunities },
): Promise<void> {
  await endParticipation(trx, userId, held)
  await sql`
    with before as (select picture_id from users where id = ${userId}),
    erased as (
      update users set deleted_at = now(), deleted_by = ${deletedBy}, email = null, email_confirmed_at = null,
        password_hash = null, about_me = null, picture_id = null, is_admin = false, notifications_new_count = 0
      where id = ${userId}),
    unused as (
      update images set is_used = false, deleted_at = now() where id = (select picture_id from before) returning id),
    archive as (
      update data_exports set deleted_at = now() where user_id = ${userId} and deleted_at is null returning id),
    tasks as (
      select graphile_worker.add_job('delete_images') from unused
      union all select graphile_worker.add_job(${deleteExportsTask}) from archive
      union all select graphile_worker.add_job(${eraseTask}, json_build_object('userId', ${userId}::text),
        run_at := now() + interval '1 minute', job_key := ${`${eraseTask} ${userId}`}::text))
    select count(*) from tasks`.execute(trx)
}

/**
 * Ends everything that a locked account takes part in. What it joined since its communities were held is left for later:
 * to wait for another community now would be crosswise.
 */
async function endParticipation(trx: Db, userId: string, held: HeldCommunities): Promise<void> {
  await sql`
    with departed as (
      delete from memberships where user_id = ${userId} and community_id = any(${held}::bigint[])
      returning community_id),
    counted as (
      update communities set member_count = member_count - 1 from departed
      where communities.id = departed.community_id),
    resigned as (
      delete from moderators where user_id = ${userId} and community_id = any(${held}::bigint[])
      returning community_id, position),
    moved as (
      update moderators set position = moderators.position - 1 from resigned
      where moderators.community_id = resigned.community_id and moderators.position > resigned.position),
    unbanned as (delete from community_bans where user_id = ${userId}),
    logged_out as (delete from sessions where user_id = ${userId}),
    unmuted as (delete from user_mutes where user_id = ${userId} or muted_user_id = ${userId}),
    communities_unmuted as (delete from community_mutes where user_id = ${userId}),
    links_ended as (delete from mailed_tokens where user_id = ${userId}),
    unasked as (delete from community_requests where user_id = ${userId}),
    unseen_at_blocks as (delete from ip_block_users where user_id = ${userId}),
    untold as (delete from notifications where user_id = ${userId}),
    unlocated as (update users set created_ip = null, last_seen_ip = null where id = ${userId}),
    uncounted as (
      update analytics_events set user_id = null, user_agent = null, ip = null where user_id = ${userId})
    update lists set is_public = false where user_id = ${userId} and is_public`.execute(trx)
}

/**
 * Removes what a deleted account leaves that nobody sees. It also does again what the deletion did, for what a request
 * wrote that was under way then. Stopped in its midst it is done again.
 */
export async function eraseTraces(db: Db, userId: string, signal: AbortSignal): Promise<void> {
  const isDeleted = await db.transaction().execute(async (trx) => {
    const held = await holdCommunitiesOf(trx, userId)
    const user = await trx
      .selectFrom('users')
      .where('id', '=', userId)
      .where('deleted_at', 'is not', null)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (user) await endParticipation(trx, userId, held)
    return user !== undefined
  })
  if (!isDeleted) return
  // List by list and batch by batch: one statement for all of it could keep others waiting for long.
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

/** Until there is nothing left. @throws when the program ends first, so that the task is taken up again. */
async function repeat(
  signal: AbortSignal,
  remove: () => Promise<{ numAffectedRows?: bigint }>,
): Promise<void> {
  while ((await remove()).numAffectedRows) signal.throwIfAborted()
}

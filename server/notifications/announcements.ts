import { sql } from 'kysely'
import type { Db } from '../database/connection.ts'
import { pushing } from '../push/enqueue.ts'
import { dropping } from './telling.ts'

/** The task that tells about everything announced; enqueued with each announcement. */
export const announceTask = 'announce_posts'

const membersPerBatch = 1000

/**
 * Tells members about the posts that admins have announced: everybody who was there then, but deleted, banned
 * and built-in accounts. How far it came is stored together with what it did, so that whatever interrupts
 * it, the next run goes on from there and nobody is told twice. Of a post deleted meanwhile nobody else is told.
 */
export async function tellAnnouncements(
  db: Db,
  { signal, batch = membersPerBatch }: { signal: AbortSignal; batch?: number },
): Promise<void> {
  while (!signal.aborted && (await tellNextMembers(db, batch)));
}

/**
 * Tells the next members about the oldest unfinished announcement, in one statement; false when there is
 * none. Rows of members are locked in the order of their ids, so that two runs never wait for each other crosswise.
 * Who has not seen earlier announcements keeps the newest of them besides this one (API contract 3.8).
 */
async function tellNextMembers(db: Db, batch: number): Promise<boolean> {
  const { rows } = await sql`
    with announcement as materialized (
      select announcements.post_id, announcements.after_user_id, announcements.created_at,
        posts.deleted_at is not null as is_withdrawn
      from announcements join posts on posts.id = announcements.post_id
      where announcements.finished_at is null
      order by announcements.created_at, announcements.post_id limit 1
      for no key update of announcements),
    members as materialized (
      select users.id from announcement join users on users.id > announcement.after_user_id
      where not announcement.is_withdrawn and users.created_at <= announcement.created_at
        and users.deleted_at is null and users.banned_at is null and not users.is_built_in
      order by users.id limit ${batch}
      for no key update of users),
    told as (
      insert into notifications (user_id, type, post_id)
      select members.id, 'announcement', announcement.post_id from members cross join announcement
      on conflict do nothing
      returning id, user_id, type),
    ${pushing},
    superseded as (
      delete from notifications using told cross join lateral (
        select own.id from notifications as own
        where own.user_id = told.user_id and own.type = 'announcement' and own.seen_at is null
        order by own.updated_at desc, own.id desc offset 1) as surplus
      where notifications.id = surplus.id
      returning notifications.user_id, notifications.is_new),
    ${dropping},
    removed as (select * from superseded union all select * from dropped),
    counted as (
      update users set notifications_new_count = notifications_new_count + 1 - (
        select count(*)::integer from removed where removed.user_id = told.user_id and removed.is_new)
      from told where users.id = told.user_id)
    update announcements set
      after_user_id = coalesce((select max(id) from members), announcements.after_user_id),
      finished_at = case when not exists (select from members) then now() end
    from announcement where announcements.post_id = announcement.post_id
    -- the pushes are performed because they are counted
    returning announcements.post_id, (select count(*) from pushed)`.execute(db)
  return rows.length > 0
}

import { sql } from 'kysely'
import { deletePostImages } from '../../core/images/delete.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enqueued } from '../../platform/jobs/enqueue.ts'

/** The task that deletes what banned members wrote; enqueued with each order. */
export const deleteContentTask = 'delete_content'

/** Also how long votes and comments on one of them may have to wait. */
const itemsPerBatch = 500
/** By then every request has ended that was under way when the member was banned. */
const lastLookAfter = sql`interval '1 minute'`
/** Longer ago than any site: all of it. */
const daysMax = 100 * 365

/**
 * Orders the deletion of what a member wrote until now, as the last statement of the transaction that bans them.
 *
 * @param order.days of the last so many days, which may be a fraction; 0 and less: everything.
 */
export async function orderContentDeletion(
  trx: Db,
  order: { userId: string; adminId: string; days: number },
): Promise<void> {
  const since =
    order.days > 0 && order.days < daysMax
      ? sql`now() - make_interval(secs => ${order.days}::double precision * 86400)`
      : sql`null`
  await sql`
    with ordered as (
      insert into content_deletions (user_id, ordered_by, since, until)
      values (${order.userId}, ${order.adminId}, ${since}, clock_timestamp()))
    select ${enqueued(deleteContentTask, {}, { key: deleteContentTask })}`.execute(trx)
}

interface Deletion {
  readonly id: string
  readonly userId: string
  readonly orderedBy: string
  readonly isLastLook: boolean
}

/**
 * Deletes what was ordered: posts as admins with their content, without notifying the author, and comments as admins. What is done shows in the posts and comments themselves, so whatever interrupts it, the next run
 * goes on from there; two runs at once do each half. An order stays open until a last look a minute later.
 */
export async function deleteOrderedContent(
  db: Db,
  { signal, batch = itemsPerBatch }: { signal: AbortSignal; batch?: number },
): Promise<void> {
  const { rows } = await sql<Deletion>`
    select id, user_id as "userId", ordered_by as "orderedBy", until + ${lastLookAfter} < now() as "isLastLook"
    from content_deletions where finished_at is null order by id`.execute(db)
  for (const deletion of rows) {
    for (const deleteBatch of [deletePosts, deleteComments]) {
      let before: Place | null = null
      do {
        if (signal.aborted) return
        before = await db
          .transaction()
          .execute((trx): Promise<Place | null> => deleteBatch(trx, deletion, { before, batch }))
      } while (before)
    }
    if (deletion.isLastLook)
      await sql`update content_deletions set finished_at = now() where id = ${deletion.id}`.execute(db)
  }
}

/** Where a batch ended: the oldest that it took. Only within one run, which thereby reads everything once. */
interface Place {
  readonly at: string
  readonly id: string
}

interface Batch {
  readonly before: Place | null
  readonly batch: number
}

/** What is left of an order, newest first, beginning behind the last batch. */
const leftOf = (table: 'posts' | 'comments', deletion: Deletion, { before, batch }: Batch) => {
  const order = (column: 'since' | 'until') =>
    sql`(select ${sql.ref(column)} from content_deletions where id = ${deletion.id})`
  return sql`
    select id, created_at from ${sql.table(table)}
    where author_id = ${deletion.userId} and created_at <= ${order('until')}
      and created_at >= coalesce(${order('since')}, '-infinity')
      and (deleted_at is null ${table === 'posts' ? sql`or content_deleted_at is null` : sql``})
      ${before ? sql`and (created_at, id) < (${before.at}::timestamptz, ${before.id}::bigint)` : sql``}
    order by created_at desc, id desc limit ${batch}`
}

const lastOf = sql`(select json_build_object('at', created_at, 'id', id::text)
  from left_over order by created_at, id limit 1) as last`

/**
 * Deletes some posts. They are locked in the order of their ids and before their author, as everywhere, so that nobody
 * deadlocks; what somebody else has deleted meanwhile is not counted again.
 *
 * @returns where to go on, null when nothing was left.
 */
async function deletePosts(trx: Db, deletion: Deletion, batch: Batch): Promise<Place | null> {
  const { rows } = await sql<{ ids: string[]; last: Place | null }>`
    with left_over as materialized (${leftOf('posts', deletion, batch)}),
    target as materialized (
      select posts.id, posts.deleted_at is null as is_first from posts
      where id in (select id from left_over) and (deleted_at is null or content_deleted_at is null)
      order by id for no key update),
    deleted as (
      update posts set deleted_at = coalesce(deleted_at, now()),
        deleted_by = case when deleted_at is null then ${deletion.orderedBy}::bigint else deleted_by end,
        deleted_as = coalesce(deleted_as, 'admins'),
        is_pinned = false, is_pinned_site = false,
        body = case when body is null then null else '' end, body_html = null, excerpt = null,
        link_url = null, link_hostname = null,
        content_deleted_at = now(), content_deleted_by = ${deletion.orderedBy}, content_deleted_as = 'admins'
      from target where posts.id = target.id),
    counted as (
      update users set post_count = post_count - (select count(*) from target where is_first)
      where id = ${deletion.userId} and exists (select from target where is_first))
    select array(select id::text from target) as ids, ${lastOf}`.execute(trx)
  const { ids = [], last = null } = rows[0] ?? {}
  if (ids.length > 0) {
    // Statements of their own: the one before may have waited for a report or an image, which it would not see.
    await sql`delete from reports where post_id = any(${ids}::bigint[])`.execute(trx)
    await deletePostImages(trx, ids)
  }
  return last
}

/** Deletes some comments, as `deletePosts` does with posts; their texts stay for those who may see them. */
async function deleteComments(trx: Db, deletion: Deletion, batch: Batch): Promise<Place | null> {
  const { rows } = await sql<{ ids: string[]; last: Place | null }>`
    with left_over as materialized (${leftOf('comments', deletion, batch)}),
    target as materialized (
      select comments.id from comments where id in (select id from left_over) and deleted_at is null
      order by id for no key update),
    deleted as (
      update comments set deleted_at = now(), deleted_by = ${deletion.orderedBy}, deleted_as = 'admins'
      from target where comments.id = target.id),
    counted as (
      update users set comment_count = comment_count - (select count(*) from target)
      where id = ${deletion.userId} and exists (select from target))
    select array(select id::text from target) as ids, ${lastOf}`.execute(trx)
  const { ids = [], last = null } = rows[0] ?? {}
  if (ids.length > 0) await sql`delete from reports where comment_id = any(${ids}::bigint[])`.execute(trx)
  return last
}

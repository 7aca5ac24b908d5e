import { sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import { enqueuePurge } from '../../core/api/purge.ts'
import { type Content, lockContent } from '../../core/content/content.ts'
import { takeDown } from '../../core/content/takeDown.ts'
import {
  eraseWithheld,
  takeBackWithheld,
  type Withheld,
  withholdContents,
} from '../../core/content/withheld.ts'
import { detachImages } from '../../core/images/delete.ts'
import { everybody, noteWrite } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { orderedContent } from './orderedContent.sql.ts'

/** The task that deletes the content of banned members; enqueued with each order. */
export const deleteContentTask = 'delete_content'

/** Batch size; it also determines how long votes and comments on these posts may have to wait. */
const itemsPerBatch = 500
/** By then, every request has ended that was running when the member was banned. */
const lastLookAfter = sql`interval '1 minute'`
/** Longer ago than any site exists. */
const daysMax = 100 * 365

const sinceOf = (days: number) =>
  days > 0 && days < daysMax
    ? sql<Date | null>`now() - make_interval(secs => ${days}::double precision * 86400)`
    : sql<Date | null>`null::timestamptz`

/** How many posts and comments an order would remove now, for the log. */
export async function countContent(
  trx: Db,
  { userId, days }: { userId: string; days: number },
): Promise<{ noPosts: number; noComments: number }> {
  const { rows } = await sql<{ noPosts: number; noComments: number }>`
    select (select count(*)::integer from posts where author_id = ${userId} and deleted_at is null
        and created_at >= coalesce(${sinceOf(days)}, '-infinity')) as "noPosts",
      (select count(*)::integer from comments where author_id = ${userId} and deleted_at is null
        and created_at >= coalesce(${sinceOf(days)}, '-infinity')) as "noComments"`.execute(trx)
  return rows[0] ?? { noPosts: 0, noComments: 0 }
}

/**
 * Orders the deletion of what a member wrote until now, as the last statement of the transaction that bans them.
 *
 * @param order.days covers the last this many days, which may be a fraction; 0 or less covers everything.
 */
export async function orderContentDeletion(
  trx: Db,
  order: { userId: string; adminId: string; days: number },
): Promise<void> {
  await sql`
    with ordered as (
      insert into content_deletions (user_id, ordered_by, since, until)
      values (${order.userId}, ${order.adminId}, ${sinceOf(order.days)}, clock_timestamp()))
    select graphile_worker.add_job(${deleteContentTask}, job_key := ${deleteContentTask})`.execute(trx)
}

/**
 * Executes the orders: deletes posts with their content and comments with their images, as admins, without notifying the author.
 * Deleted ones are skipped, so it can be interrupted and run concurrently. An order stays open until a last run a minute later.
 */
export async function deleteOrderedContent(
  db: Db,
  {
    signal,
    batch = itemsPerBatch,
    purgeUrl = null,
  }: { signal: AbortSignal; batch?: number; purgeUrl?: Config['purgeUrl'] },
): Promise<void> {
  const deletions = await db
    .selectFrom('content_deletions')
    .where('finished_at', 'is', null)
    .where('taken_back_at', 'is', null)
    .select(['id', 'ordered_by as adminId', sql<boolean>`until + ${lastLookAfter} < now()`.as('isLastLook')])
    .orderBy('id')
    .execute()
  await workOffWithheld(db, { signal, batch, purgeUrl })
  for (const { isLastLook, ...deletion } of deletions) {
    for (const kind of ['post', 'comment'] as const) {
      let before: Place | null = null
      do {
        if (signal.aborted) return
        before = await db
          .transaction()
          .execute((trx): Promise<Place | null> => deleteBatch(trx, deletion, kind, { before, limit: batch }))
        // Invalidates cached copies in all processes.
        if (before) {
          await noteWrite(db, everybody)
          await enqueuePurge(db, { purgeUrl })
        }
      } while (before)
    }
    if (isLastLook)
      await sql`update content_deletions set finished_at = now() where id = ${deletion.id}`.execute(db)
  }
}

/** What an order removed can be taken back for this long; then it is erased. */
const takenBackDays = limits.withheldDays

/**
 * Takes back what the orders of a member removed and what is not erased yet, in the background. Orders that are not finished yet end.
 *
 * @returns whether there was any; each is taken back once.
 */
export async function takeBackRemoved(trx: Db, userId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update content_deletions set taken_back_at = now(), finished_at = coalesce(finished_at, now())
    where user_id = ${userId} and taken_back_at is null and (finished_at is null or exists (
      select from withheld_contents where deletion_id = content_deletions.id))`.execute(trx)
  if (numAffectedRows === 0n) return false
  await sql`select graphile_worker.add_job(${deleteContentTask}, job_key := ${deleteContentTask})`.execute(
    trx,
  )
  return true
}

/** Puts back what was taken back, and erases what is too old for that, in batches of one order each. */
async function workOffWithheld(
  db: Db,
  { signal, batch, purgeUrl }: { signal: AbortSignal; batch: number; purgeUrl: Config['purgeUrl'] },
): Promise<void> {
  for (;;) {
    const isMore = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<Withheld & { adminId: string; isBack: boolean }>`
        with due as materialized (
          select content_deletions.id, ordered_by, taken_back_at is not null as is_back
          from content_deletions join withheld_contents on deletion_id = content_deletions.id
          where taken_back_at is not null or withheld_at < now() - make_interval(days => ${sql.lit(takenBackDays)})
          order by content_deletions.id limit 1)
        select withheld_contents.id, post_id, comment_id, ordered_by as "adminId", is_back as "isBack"
        from due join withheld_contents on deletion_id = due.id
        where is_back or withheld_at < now() - make_interval(days => ${sql.lit(takenBackDays)})
        order by withheld_contents.id limit ${sql.lit(batch)} for update of withheld_contents`.execute(trx)
      const [first] = rows
      if (!first) return false
      await (first.isBack ? takeBackWithheld : eraseWithheld)(trx, { id: first.adminId }, rows)
      return true
    })
    if (!isMore) return
    await noteWrite(db, everybody)
    await enqueuePurge(db, { purgeUrl })
    if (signal.aborted) return
  }
}

/** The oldest post or comment of a batch, before which the next one starts: when it was written, in microseconds since 1970. */
interface Place {
  readonly key: string
  readonly id: string
}

interface Batch {
  readonly before: Place | null
  readonly limit: number
}

/** @returns where to continue, null when nothing was left. */
async function deleteBatch(
  trx: Db,
  { id: deletionId, adminId }: { id: string; adminId: string },
  kind: Content['kind'],
  { before, limit }: Batch,
): Promise<Place | null> {
  const found = await queryRows(trx, orderedContent, {
    kind,
    deletionId,
    hasPlace: before !== null,
    placeKey: before?.key ?? null,
    placeId: before?.id ?? null,
    limit: String(limit),
  })
  const ids = found.map(({ id }) => id)
  const contents = await lockContent(
    trx,
    { id: adminId },
    kind === 'post' ? { postIds: ids } : { commentIds: ids },
  )
  // Others may have deleted some meanwhile.
  const removed = contents.filter(
    ({ deleted_at, has_content }) => deleted_at === null || (kind === 'post' && has_content),
  )
  await withholdContents(trx, deletionId, removed)
  await takeDown(
    trx,
    { id: adminId },
    removed.map((content) => ({
      content,
      as: 'admins',
      // Admins still see the texts of comments, without their images.
      itsContent: kind === 'post' ? 'deleted' : 'kept',
      why: null,
    })),
  )
  if (kind === 'comment') await detachImages(trx, { postIds: [], commentIds: ids })
  return found.at(-1) ?? null
}

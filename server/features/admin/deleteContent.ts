import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { enqueuePurge } from '../../core/api/purge.ts'
import { deleteCommentImages, deletePostImages } from '../../core/images/delete.ts'
import { closeReports } from '../../core/reports/close.ts'
import { everybody, noteWrite } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { deleteComments } from './deleteComments.sql.ts'
import { deletePosts } from './deletePosts.sql.ts'

/** The task that deletes the content of banned members; enqueued with each order. */
export const deleteContentTask = 'delete_content'

/** Batch size; it also determines how long votes and comments on these posts may have to wait. */
const itemsPerBatch = 500
/** By then, every request has ended that was running when the member was banned. */
const lastLookAfter = sql`interval '1 minute'`
/** Longer ago than any site exists. */
const daysMax = 100 * 365

/**
 * Orders the deletion of what a member wrote until now, as the last statement of the transaction that bans them.
 *
 * @param order.days covers the last this many days, which may be a fraction; 0 or less covers everything.
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
    .select(['id', sql<boolean>`until + ${lastLookAfter} < now()`.as('isLastLook')])
    .orderBy('id')
    .execute()
  for (const { id, isLastLook } of deletions) {
    for (const deleteBatch of [deletePostBatch, deleteCommentBatch]) {
      let before: Place | null = null
      do {
        if (signal.aborted) return
        before = await db
          .transaction()
          .execute((trx): Promise<Place | null> => deleteBatch(trx, id, { before, limit: batch }))
        // Invalidates cached copies in all processes.
        if (before) {
          await noteWrite(db, everybody)
          await enqueuePurge(db, { purgeUrl })
        }
      } while (before)
    }
    if (isLastLook) await sql`update content_deletions set finished_at = now() where id = ${id}`.execute(db)
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

const parametersOf = (deletionId: string, { before, limit }: Batch) => ({
  deletionId,
  hasPlace: before !== null,
  placeKey: before?.key ?? null,
  placeId: before?.id ?? null,
  limit: String(limit),
})

const placeOf = ({ last_key: key, last_id: id }: { last_key: string | null; last_id: string | null }) =>
  key === null || id === null ? null : { key, id }

/** @returns where to continue, null when nothing was left. */
async function deletePostBatch(trx: Db, deletionId: string, batch: Batch): Promise<Place | null> {
  const deleted = await queryRow(trx, deletePosts, parametersOf(deletionId, batch))
  if (!deleted) return null
  const { ids } = deleted
  if (ids.length > 0) {
    // Separate statements: the one before may have waited for a report or an image, which its snapshot does not contain.
    await closeReports(trx, { posts: ids }, { outcome: 'removed', actor: null })
    await deletePostImages(trx, ids)
  }
  return placeOf(deleted)
}

/** @returns where to continue, null when nothing was left. */
async function deleteCommentBatch(trx: Db, deletionId: string, batch: Batch): Promise<Place | null> {
  const deleted = await queryRow(trx, deleteComments, parametersOf(deletionId, batch))
  if (!deleted) return null
  const { ids } = deleted
  if (ids.length > 0) {
    await closeReports(trx, { comments: ids }, { outcome: 'removed', actor: null })
    await deleteCommentImages(trx, ids)
  }
  return placeOf(deleted)
}

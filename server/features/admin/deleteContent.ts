import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { enqueuePurge } from '../../core/api/purge.ts'
import { type Content, lockContent } from '../../core/content/content.ts'
import { takeDown } from '../../core/content/takeDown.ts'
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
    .select(['id', 'ordered_by as adminId', sql<boolean>`until + ${lastLookAfter} < now()`.as('isLastLook')])
    .orderBy('id')
    .execute()
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
  await takeDown(
    trx,
    { id: adminId },
    contents
      // Others may have deleted some meanwhile.
      .filter(({ deleted_at, has_content }) => deleted_at === null || (kind === 'post' && has_content))
      .map((content) => ({
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

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
import { recordActions } from '../../core/moderationLog/record.ts'
import { everyone, noteWrite } from '../../core/sessions/viewer.ts'
import type { RemovedCounts } from '../../core/users/siteBan.ts'
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

/** How many posts and comments an order would remove now of each member, for the log. */
export async function countContent(
  trx: Db,
  { userIds, days }: { userIds: readonly string[]; days: number },
): Promise<ReadonlyMap<string, RemovedCounts>> {
  const { rows } = await sql<RemovedCounts & { userId: string }>`
    select author.id::text as "userId",
      (select count(*)::integer from posts where author_id = author.id and deleted_at is null
        and created_at >= coalesce(${sinceOf(days)}, '-infinity')) as "noPosts",
      (select count(*)::integer from comments where author_id = author.id and deleted_at is null
        and created_at >= coalesce(${sinceOf(days)}, '-infinity'))
      + (select count(*)::integer from community_comments join comments on comments.id = comment_id
        where written_by = author.id and deleted_at is null
          and created_at >= coalesce(${sinceOf(days)}, '-infinity')) as "noComments"
    from unnest(${userIds}::bigint[]) as author (id)`.execute(trx)
  return new Map(rows.map(({ userId, ...counts }) => [userId, counts]))
}

/**
 * Orders the deletion of what members wrote until now, as the last statement of the transaction that bans them.
 *
 * @param order.days covers the last this many days, which may be a fraction; 0 or less covers everything.
 * @param order.bulkActionId the bulk action that it belongs to.
 * @param order.onlyListed covers only what this bulk action lists.
 */
export async function orderContentDeletion(
  trx: Db,
  order: {
    userIds: readonly string[]
    adminId: string
    days: number
    bulkActionId?: string
    onlyListed?: boolean
  },
): Promise<void> {
  await sql`
    with ordered as (
      insert into content_deletions (user_id, ordered_by, since, until, bulk_action_id, only_listed)
      select author_id, ${order.adminId}, ${sinceOf(order.days)}, clock_timestamp(), ${order.bulkActionId ?? null}::bigint,
        ${order.onlyListed ?? false}::boolean
      from unnest(${order.userIds}::bigint[]) as author_id)
    select graphile_worker.add_job(${deleteContentTask}, job_key := ${deleteContentTask})`.execute(trx)
}

/**
 * Executes the orders: deletes posts with their content and comments with their images, as admins, without notifying the author.
 * Deleted ones are skipped, so it can be interrupted and run concurrently. An order is looked at twice: at once, and a minute later;
 * but once if it lists what it covers, because nothing new can be among that, and what someone restored meanwhile would be.
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
    .where((eb) => eb.or([eb('first_look_at', 'is', null), sql<boolean>`until + ${lastLookAfter} < now()`]))
    .select([
      'id',
      'ordered_by as adminId',
      sql<boolean>`only_listed or until + ${lastLookAfter} < now()`.as('isLastLook'),
    ])
    .orderBy('id')
    .execute()
  await workOffWithheld(db, { signal, batch, purgeUrl })
  for (const { isLastLook, ...deletion } of deletions) {
    for (const kind of ['post', 'comment'] as const) {
      let before: Place | null = null
      do {
        if (signal.aborted) return
        const done: Deleted = await db
          .transaction()
          .execute((trx) => deleteBatch(trx, deletion, kind, { before, limit: batch }))
        const { found } = done
        before = done.next
        // Invalidates cached copies in all processes.
        if (found > 0) {
          await noteWrite(db, everyone)
          await enqueuePurge(db, { purgeUrl })
        }
      } while (before)
    }
    await sql`
      update content_deletions set first_look_at = coalesce(first_look_at, now()),
        finished_at = case when ${isLastLook} then now() else finished_at end
      where id = ${deletion.id}`.execute(db)
  }
}

/** What an order removed can be taken back for this long; then it is erased. */
const takenBackDays = limits.withheldDays

/**
 * Takes back what the orders of members removed and what is not erased yet, in the background, and records it. Orders that are not
 * finished yet end.
 *
 * @param of.bulkActionId only what this bulk action removed.
 * @returns the members of whom there was any; each order is taken back once.
 */
export async function takeBackRemoved(
  trx: Db,
  admin: { readonly id: string },
  { userIds, bulkActionId = null }: { userIds: readonly string[]; bulkActionId?: string | null },
): Promise<readonly string[]> {
  const { rows } = await sql<{ userId: string }>`
    with taken_back as (
      update content_deletions set taken_back_at = now(), finished_at = coalesce(finished_at, now())
      where user_id = any(${userIds}::bigint[]) and taken_back_at is null
        and (${bulkActionId}::bigint is null or bulk_action_id = ${bulkActionId})
        and (finished_at is null or exists (
          select from withheld_contents where deletion_id = content_deletions.id))
      returning user_id)
    select distinct user_id as "userId" from taken_back`.execute(trx)
  if (rows.length === 0) return []
  await sql`select graphile_worker.add_job(${deleteContentTask}, job_key := ${deleteContentTask})`.execute(
    trx,
  )
  await recordActions(
    trx,
    rows.map(({ userId }) => ({
      action: 'restore_removed',
      actor: admin,
      actedAs: 'admins',
      communityId: null,
      userId,
    })),
  )
  return rows.map(({ userId }) => userId)
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
        order by withheld_contents.id limit ${sql.lit(batch)}`.execute(trx)
      const [first] = rows
      if (!first) return false
      await (first.isBack ? takeBackWithheld : eraseWithheld)(trx, { id: first.adminId }, rows)
      return true
    })
    if (!isMore) return
    await noteWrite(db, everyone)
    await enqueuePurge(db, { purgeUrl })
    if (signal.aborted) return
  }
}

/** The oldest post or comment of a batch, before which the next one starts: when it was written, in microseconds since 1970. */
interface Place {
  readonly key: string
  readonly id: string
}

/** How many a batch found, and where the next one starts; null when nothing is left. */
interface Deleted {
  readonly found: number
  readonly next: Place | null
}

interface Batch {
  readonly before: Place | null
  readonly limit: number
}

async function deleteBatch(
  trx: Db,
  { id: deletionId, adminId }: { id: string; adminId: string },
  kind: Content['kind'],
  { before, limit }: Batch,
): Promise<Deleted> {
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
  return { found: found.length, next: found.length < limit ? null : (found.at(-1) ?? null) }
}

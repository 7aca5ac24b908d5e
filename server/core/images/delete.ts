import { sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../platform/database/connection.ts'
import { doEach } from '../../platform/jobs/doEach.ts'
import type { FileStore } from '../../platform/storage/store.ts'
import { imageFilesLock } from './filesLock.ts'
import { imageFolder, originalName } from './paths.ts'

const batchSize = 100

/**
 * Detaches all images of posts and comments, also the thumbnails of links, inside the transaction that deletes their content. Call it
 * after the statement that does: from then on `attachThumbnail` refuses a thumbnail that is still being fetched. A job deletes the
 * files after the commit, except those that moderators keep (`reported_copies`) or an admin can take back (`withheld_contents`).
 */
export async function detachImages(
  trx: Db,
  { postIds, commentIds }: { postIds: readonly string[]; commentIds: readonly string[] },
): Promise<void> {
  if (postIds.length === 0 && commentIds.length === 0) return
  const posts = sql`any(${postIds}::bigint[])`
  const comments = sql`any(${commentIds}::bigint[])`
  await sql`
    with illustrated_post as materialized (
      select id, link_image_id from posts
      where id = ${posts} and (link_image_id is not null or attachment_count > 0) order by id for update),
    updated_post as (
      update posts set link_image_id = null, attachment_count = 0 from illustrated_post where posts.id = illustrated_post.id),
    deleted_post_image as (delete from post_images where post_id = ${posts} returning image_id),
    deleted_comment_image as (
      delete from comment_images where comment_id = ${comments} returning comment_id, image_id),
    updated_comment as (
      update comments set attachment_count = 0 where id in (select comment_id from deleted_comment_image)),
    deleted_image as (
      update images set is_used = false, deleted_at = now()
      where id in (
        select image_id from deleted_post_image union all select image_id from deleted_comment_image
        union all select link_image_id from illustrated_post where link_image_id is not null)
        and id not in (
          select unnest(image_ids) from reported_copies where post_id = ${posts} or comment_id = ${comments}
          union all
          select unnest(image_ids || coalesce(link_image_id, 0)) from withheld_contents
          where post_id = ${posts} or comment_id = ${comments})
      returning id)
    select graphile_worker.add_job('delete_images') where exists (select from deleted_image)`.execute(trx)
}

/**
 * Deletes uploads that nothing used within `unusedImageHours`, also those whose file was never stored; not those of posts and comments
 * that wait for review.
 */
export async function deleteUnusedImages(
  services: { db: Db; files: FileStore },
  signal: AbortSignal,
): Promise<void> {
  // Marked before the files are deleted, so that no post can use an image without files.
  await services.db
    .updateTable('images')
    .set({ deleted_at: sql<Date>`now()` })
    .where('is_used', '=', false)
    .where('deleted_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${limits.unusedImageHours})`)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('held_items')
        .where('decided_at', 'is', null)
        .select(sql<string>`unnest(image_ids)`.as('id')),
    )
    .execute()
  await deleteMarkedImages(services, signal)
}

/**
 * Removes the files of every image marked as deleted, and then its row, so that an interruption leaves the row that
 * names the remaining files. Continues after a failure. Does nothing while a backup reads the files: it enqueues `delete_images`
 * at its end.
 *
 * @throws the first failure, at the end.
 */
export async function deleteMarkedImages(
  { db, files }: { db: Db; files: FileStore },
  signal: AbortSignal,
): Promise<void> {
  const lock = sql.raw(imageFilesLock)
  await db.connection().execute(async (db) => {
    const { isLocked } = await db
      .selectNoFrom(sql<boolean>`pg_try_advisory_lock(${lock})`.as('isLocked'))
      .executeTakeFirstOrThrow()
    if (!isLocked) return
    try {
      await deleteFilesAndRows({ db, files }, signal)
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(db)
    }
  })
}

async function deleteFilesAndRows(
  { db, files }: { db: Db; files: FileStore },
  signal: AbortSignal,
): Promise<void> {
  await doEach(markedImages(db), signal, async (images) => {
    const gone: string[] = []
    try {
      await doEach(images, signal, async (image) => {
        await files.deleteFolder(imageFolder(image), { first: originalName })
        gone.push(image.id)
      })
    } finally {
      if (gone.length > 0) await db.deleteFrom('images').where('id', 'in', gone).execute()
    }
  })
}

/** In batches. */
async function* markedImages(db: Db) {
  for (let afterId = '0'; ; ) {
    const images = await db
      .selectFrom('images')
      .where('deleted_at', 'is not', null)
      .where('id', '>', afterId)
      .select(['id', 'secret'])
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const last = images.at(-1)
    if (!last) return
    yield images
    afterId = last.id
  }
}

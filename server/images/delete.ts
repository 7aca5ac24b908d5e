import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import type { FileStore } from '../storage/store.ts'
import { folderOf, originalName } from './place.ts'

/** So many are removed before the next look at the list. */
const batchSize = 100

/**
 * Takes all images of posts away, the thumbnails of their links too, inside the transaction that deletes their content
 * and after the statement that marked it, which keeps a thumbnail that is just being fetched from coming later. The
 * files go afterwards, in a job that is only there when the transaction holds.
 */
export async function deletePostImages(trx: Db, postIds: readonly string[]): Promise<void> {
  const ids = sql`any(${postIds}::bigint[])`
  await sql`
    with links as materialized (
      select id, link_image_id from posts where id = ${ids} and link_image_id is not null order by id for update),
    unlinked as (update posts set link_image_id = null from links where posts.id = links.id),
    taken as (delete from post_images where post_id = ${ids} returning image_id),
    deleted as (
      update images set is_used = false, deleted_at = now()
      where id in (select image_id from taken union all select link_image_id from links)
      returning id)
    select graphile_worker.add_job('delete_images') where exists (select from deleted)`.execute(trx)
}

/** Removes uploads that nothing has used in all the time they had, whether they were ever stored or not. */
export async function deleteUnusedImages(
  services: { db: Db; files: FileStore },
  signal: AbortSignal,
): Promise<void> {
  // Marked first: from then on no post can take one whose files are already gone.
  await sql`
    update images set deleted_at = now()
    where not is_used and deleted_at is null
      and created_at < now() - make_interval(hours => ${limits.unusedImageHours})`.execute(services.db)
  await deleteMarkedImages(services, signal)
}

/**
 * Removes the files of every image marked as deleted, and then its row: whatever interrupts this, a row is left that
 * says which files there may still be. One that cannot be removed does not keep the others.
 *
 * @throws the first failure, at the end.
 */
export async function deleteMarkedImages(
  { db, files }: { db: Db; files: FileStore },
  signal: AbortSignal,
): Promise<void> {
  let afterId = '0'
  let failure: unknown
  while (!signal.aborted) {
    const images = await db
      .selectFrom('images')
      .where('deleted_at', 'is not', null)
      .where('id', '>', afterId)
      .select(['id', 'secret'])
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const last = images.at(-1)
    if (!last) break
    const gone: string[] = []
    for (const image of images) {
      try {
        await files.deleteFolder(folderOf(image), { first: originalName })
        gone.push(image.id)
      } catch (error) {
        failure ??= error
      }
    }
    if (gone.length > 0) await db.deleteFrom('images').where('id', 'in', gone).execute()
    afterId = last.id
  }
  if (failure) throw failure
}

import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { insertPostImages } from './insertPostImages.sql.ts'

/** An image of a new post. */
export interface AttachedImage {
  readonly id: string
  /** At most 1024 characters; null keeps the image's own alt text. */
  readonly altText: string | null
}

/** Whether all these images, whose ids differ, are unused uploads of this member. */
export async function areUsableImages(
  db: Db,
  { uploaderId, images }: { uploaderId: string; images: readonly AttachedImage[] },
): Promise<boolean> {
  const ids = images.map(({ id }) => id)
  const rows = await db
    .selectFrom('images')
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .where('uploader_id', '=', uploaderId)
    .where('use', '=', 'post')
    .where('stored_at', 'is not', null)
    .where('is_used', '=', false)
    .where('deleted_at', 'is', null)
    .select('id')
    .execute()
  return rows.length === ids.length
}

/**
 * Attaches images to a post in the given order, inside the transaction that creates the post. An image that has an alt
 * text keeps it.
 *
 * @returns false if one is not an unused upload of this member or is given twice; nothing is changed then.
 */
export async function attachImages(
  trx: Db,
  { postId, uploaderId, images }: { postId: string; uploaderId: string; images: readonly AttachedImage[] },
): Promise<boolean> {
  const ids = images.map(({ id }) => id)
  if (new Set(ids).size < ids.length) return false
  const result = await queryRow(trx, insertPostImages, {
    postId,
    uploaderId,
    imageIds: ids,
    altTexts: images.map(({ altText }) => altText ?? ''),
  })
  return result?.are_all_usable ?? false
}

/**
 * Makes a stored thumbnail the picture of a link post. Does nothing when the post has another link or a picture by now,
 * lost its content, or does not exist; the thumbnail then stays unused, and `deleteUnusedImages` removes it.
 */
export async function attachThumbnail(
  db: Db,
  { postId, url, imageId }: { postId: string; url: string; imageId: string },
): Promise<void> {
  await sql`
    with image as (
      select id from images
      where id = ${imageId} and use = 'thumbnail' and stored_at is not null and not is_used and deleted_at is null
      for update),
    updated_post as (
      update posts set link_image_id = image.id from image
      where posts.id = ${postId} and link_url = ${url} and content_deleted_at is null and link_image_id is null
      returning link_image_id)
    update images set is_used = true from updated_post where images.id = updated_post.link_image_id`.execute(
    db,
  )
}

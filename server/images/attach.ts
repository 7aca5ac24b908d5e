import { sql } from 'kysely'
import type { Db } from '../database/connection.ts'

/** The images of a post that is being made, in their order. */
export interface AttachedImage {
  readonly id: string
  /** At most 1024 characters; null keeps what was said of the image before. */
  readonly altText: string | null
}

/** Whether a member may put an image into a post, as a condition on `images`. */
const usableBy = (uploaderId: string) => sql<boolean>`uploader_id = ${uploaderId} and use = 'post'
  and stored_at is not null and not is_used and deleted_at is null`

/** Whether all these images, each named once, are unused uploads of this member. */
export async function areUsableImages(
  db: Db,
  { uploaderId, images }: { uploaderId: string; images: readonly AttachedImage[] },
): Promise<boolean> {
  const ids = images.map(({ id }) => id)
  const { rows } = await sql`
    select from images where id = any(${ids}::bigint[]) and ${usableBy(uploaderId)}`.execute(db)
  return rows.length === ids.length
}

/**
 * Puts images into a post, inside the transaction that makes the post: marks them as used, gives them their captions as
 * alt texts unless they had one, and notes their order. All or none.
 *
 * @returns false when one of them is no unused upload of this member, or is named twice; nothing is changed then.
 */
export async function attachImages(
  trx: Db,
  { postId, uploaderId, images }: { postId: string; uploaderId: string; images: readonly AttachedImage[] },
): Promise<boolean> {
  const ids = images.map(({ id }) => id)
  if (new Set(ids).size < ids.length) return false
  const { rows } = await sql<{ isDone: boolean }>`
    with usable as materialized (
      select id from images where id = any(${ids}::bigint[]) and ${usableBy(uploaderId)}
      -- locked, so that two posts cannot take the same image
      order by id for update),
    are_all as (select count(*) = ${ids.length} as yes from usable),
    given as (
      select * from unnest(${ids}::bigint[], ${images.map(({ altText }) => altText)}::text[])
        with ordinality as given (id, alt_text, place)),
    used as (
      update images set is_used = true, alt_text = coalesce(images.alt_text, given.alt_text)
      from given, are_all where images.id = given.id and are_all.yes
      returning images.id),
    placed as (
      insert into post_images (post_id, position, image_id)
      select ${postId}, given.place - 1, given.id from given join used on used.id = given.id)
    select yes as "isDone" from are_all`.execute(trx)
  return rows[0]?.isDone ?? false
}

/**
 * Makes a stored thumbnail the picture of a link post, unless the post has got another link or picture meanwhile, has
 * lost its content, or is not there; the thumbnail then stays unused and is removed after a while.
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
    linked as (
      update posts set link_image_id = image.id from image
      where posts.id = ${postId} and link_url = ${url} and content_deleted_at is null and link_image_id is null
      returning link_image_id)
    update images set is_used = true from linked where images.id = linked.link_image_id`.execute(db)
}

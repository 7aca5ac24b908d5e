import { type RawBuilder, sql } from 'kysely'
import { plainHash } from './pictureHash.ts'

/**
 * A query of the ids of the latest images that are, or look like, one of a post; its own are among them. Scans the hashes of all images, which have no index by
 * distance; so it is for what someone asks for.
 *
 * @param options.distance how many of the 64 bits of the hashes may differ.
 */
export const likeImagesOf = (
  postId: string,
  { distance, limit }: { readonly distance: number; readonly limit: number },
): RawBuilder<{ id: string }> => sql`
  with own as materialized (
    select hash from post_images join images on images.id = image_id
    where post_id = ${postId} and hash <> ${plainHash}::bit(64)
  )
  select id from images
  where hash <> ${plainHash}::bit(64) and exists (select from own where bit_count(own.hash # images.hash) <= ${distance})
  order by images.id desc limit ${limit}::integer`

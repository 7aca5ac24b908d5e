// Made from insertPostImages.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly imageIds: readonly string[]
  readonly uploaderId: string
  readonly altTexts: readonly string[]
  readonly postId: string
}

export type InsertPostImagesRow = {
  are_all_usable: boolean
}

export const insertPostImages: Statement<Parameters, InsertPostImagesRow> = {
  name: 'insertPostImages',
  text: `with usable_image as materialized ( select id from images where id = any($1::bigint[]) and uploader_id = $2 and use = 'post' and stored_at is not null and not is_used and deleted_at is null order by id for update ), check_result as ( select count(*) = cardinality($1::bigint[]) as are_all_usable from usable_image ), requested_image as ( select id, nullif(alt_text, '') as alt_text, ordinal from unnest($1::bigint[], $3::text[]) with ordinality as requested (id, alt_text, ordinal) ), used_image as ( update images set is_used = true, alt_text = coalesce(images.alt_text, requested_image.alt_text) from requested_image cross join check_result where images.id = requested_image.id and are_all_usable returning images.id ), inserted_post_image as ( insert into post_images (post_id, position, image_id) select $4, requested_image.ordinal - 1, requested_image.id from requested_image join used_image on used_image.id = requested_image.id ) select are_all_usable as "are_all_usable" from check_result`,
  parameters: ['imageIds', 'uploaderId', 'altTexts', 'postId'],
  literals: [],
}

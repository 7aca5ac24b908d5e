// Made from replaceAttachments.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly ids: readonly string[]
  readonly keepsAltText: readonly boolean[]
  readonly altTexts: readonly string[]
  readonly postId: string | null
  readonly commentId: string | null
  readonly uploaderId: string
}

export type ReplaceAttachmentsRow = {
  are_all_usable: boolean
  is_job_queued: boolean
}

export const replaceAttachments: Statement<Parameters, ReplaceAttachmentsRow> = {
  name: 'replaceAttachments',
  text: `with requested as ( select id, keeps_alt_text, alt_text, ordinal - 1 as position from unnest($1::bigint[], $2::boolean[], $3::text[]) with ordinality as given (id, keeps_alt_text, alt_text, ordinal) ), detached_from_post as ( delete from post_images where post_id = $4::bigint returning image_id ), detached_from_comment as ( delete from comment_images where comment_id = $5::bigint returning image_id ), detached as materialized ( select image_id from detached_from_post union all select image_id from detached_from_comment ), usable as materialized ( select id from images where id = any($1::bigint[]) and use = 'post' and stored_at is not null and deleted_at is null and (id in (select image_id from detached) or (not is_used and uploader_id = $6)) order by id for update ), check_result as ( select count(*) = cardinality($1::bigint[]) as are_all_usable from usable ), used as ( update images set is_used = true, alt_text = nullif(case when keeps_alt_text then images.alt_text else requested.alt_text end, '') from requested cross join check_result where images.id = requested.id and are_all_usable returning images.id ), attached as ( select id, position from requested join used using (id) where (select count(*) from detached) >= 0 ), attached_to_post as ( insert into post_images (post_id, position, image_id) select $4, position, id from attached where $4::bigint is not null ), attached_to_comment as ( insert into comment_images (comment_id, position, image_id) select $5, position, id from attached where $5::bigint is not null ), counted_of_post as ( update posts set attachment_count = cardinality($1::bigint[]) where id = $4 ), counted_of_comment as ( update comments set attachment_count = cardinality($1::bigint[]) where id = $5 ), deleted as ( update images set is_used = false, deleted_at = now() where id in (select image_id from detached) and id <> all($1::bigint[]) returning id ) select are_all_usable, (select graphile_worker.add_job('delete_images') where exists (select from deleted)) is not null as is_job_queued from check_result`,
  parameters: ['ids', 'keepsAltText', 'altTexts', 'postId', 'commentId', 'uploaderId'],
  literals: [],
}

// Made from replacePicture.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly communityId: string
  readonly imageId: string | null
  readonly kind: 'icon' | 'banner'
}

export type ReplacePictureRow = {
  had_picture: boolean
  enqueued_jobs: string
}

export const replacePicture: Statement<Parameters, ReplacePictureRow> = {
  name: 'replacePicture',
  text: `with community as ( select case \${kind} when 'icon' then icon_id else banner_id end as image_id from communities where id = $1 ), used_image as ( update images set is_used = true where id = $2::bigint and use = \${kind} and not is_used and deleted_at is null ), updated_community as ( update communities set icon_id = case \${kind} when 'icon' then $2 else icon_id end, banner_id = case \${kind} when 'banner' then $2 else banner_id end where id = $1 ), deleted_image as ( update images set is_used = false, deleted_at = now() where id = (select image_id from community) returning id ), enqueued_job as ( select graphile_worker.add_job('delete_images') where exists (select from deleted_image) ) select image_id is not null as had_picture, (select count(*) from enqueued_job) as enqueued_jobs from community`,
  parameters: ['communityId', 'imageId'],
  literals: ['kind'],
}

// Made from withhold.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly deletionId: string
  readonly posts: readonly string[]
  readonly comments: readonly string[]
}

export type WithholdRow = never

export const withhold: Statement<Parameters, WithholdRow> = {
  name: 'withhold',
  text: `insert into withheld_contents (deletion_id, post_id, comment_id, was_deleted, body, body_html, body_renderer, excerpt, link_url, link_hostname, link_image_id, image_ids) select $1::bigint, id, null, deleted_at is not null, body, body_html, body_renderer, excerpt, link_url, link_hostname, link_image_id, array(select image_id from post_images where post_images.post_id = posts.id order by position) from posts where id = any($2) and content_deleted_at is null union all select $1::bigint, post_id, id, false, null, null, null, null, null, null, null, array(select image_id from comment_images where comment_images.comment_id = comments.id order by position) from comments where id = any($3) and deleted_at is null on conflict do nothing`,
  parameters: ['deletionId', 'posts', 'comments'],
  literals: [],
}

// Made from blank.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly erasedText: string
  readonly actorId: string
  readonly actedAs: string
  readonly posts: readonly string[]
  readonly erasedHtml: string
  readonly comments: readonly string[]
  readonly authorId: string
}

export type BlankRow = {
  texts: number
  versions: number
  pictures: number
  taken_back: number | null
}

export const blank: Statement<Parameters, BlankRow> = {
  name: 'blank',
  text: `with post as ( update posts set title = $1, body = case when body is not null then '' end, body_html = null, excerpt = null, link_url = null, link_hostname = null, content_deleted_at = coalesce(content_deleted_at, now()), content_deleted_by = coalesce(content_deleted_by, $2), content_deleted_as = coalesce(content_deleted_as, $3::text) where id = any($4) and (title <> $1 or body <> '' or link_url is not null or content_deleted_at is null) returning id ), comment as ( update comments set body = case when deleted_at is null then $1 else '' end, body_html = case when deleted_at is null then $5 else '' end where id = any($6) and body <> case when deleted_at is null then $1 else '' end returning id ), version as ( delete from text_versions where post_id = any($4) or comment_id = any($6) returning id ), copy as ( delete from reported_copies where post_id = any($4) and comment_id is null or comment_id = any($6) ), withheld as ( delete from withheld_contents where post_id = any($4) and comment_id is null or comment_id = any($6) ), picture as materialized ( select image_id from post_images where post_id = any($4) union all select image_id from comment_images where comment_id = any($6) union all select link_image_id from posts where id = any($4) and link_image_id is not null ), mention as materialized ( select take_back_mentions($4, $6, array[$7::bigint]) as taken_back ) select (select count(*)::integer from post) + (select count(*)::integer from comment) as "texts", (select count(*)::integer from version) as "versions", (select count(*)::integer from picture) as "pictures", taken_back from mention`,
  parameters: ['erasedText', 'actorId', 'actedAs', 'posts', 'erasedHtml', 'comments', 'authorId'],
  literals: [],
}

// Made from foundPosts.sql by `npm run database-types`. Do not edit.
import type { PostVersion } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly stripped: string
  readonly words: string
  readonly headlineOptions: string
  readonly marks: string
  readonly titleOptions: string
  readonly ids: readonly string[]
}

export type FoundPostsRow = PostVersion & {
  place: string
  id: string
  key: string
  passages: string | null
  title_passages: string
  read_at: string
}

export const foundPosts: Statement<Parameters, FoundPostsRow> = {
  name: 'foundPosts',
  text: `select page.place as "place", posts.id, (extract(epoch from posts.created_at) * 1000000)::bigint as key, case when posts.content_deleted_at is null and posts.body <> '' then ts_headline('forum_words', translate(regexp_replace(hide_spoilers(left(posts.body, 20000)), '!?\\[([^]]*)\\]\\([^)]*\\)', '\\1', 'g'), $1::text, ''), $2::tsquery, $3::text) end as passages, ts_headline('forum_words', translate(posts.title, $4::text, ''), $2::tsquery, $5::text) as title_passages, concat(shown.post_version, shown_images.attachments_version) as post_version, (extract(epoch from statement_timestamp()) * 1000000)::bigint as "read_at" from unnest($6::bigint[]) with ordinality as page (id, place) join posts on posts.id = page.id join users on users.id = posts.author_id join communities on communities.id = posts.community_id cross join lateral post_version(posts.id, posts.type, posts.link_image_id, posts.xmin, users.xmin, users.picture_id, communities.icon_id, communities.banner_id) as shown cross join lateral post_attachments_version(posts.id, posts.attachment_count) as shown_images`,
  parameters: ['stripped', 'words', 'headlineOptions', 'marks', 'titleOptions', 'ids'],
  literals: [],
}

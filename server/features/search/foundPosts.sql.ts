// Made from foundPosts.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, PostColumns, PostViewerColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly stripped: string
  readonly words: string
  readonly headlineOptions: string
  readonly marks: string
  readonly titleOptions: string
  readonly ids: readonly string[]
  readonly renderer: number
  readonly viewerId: string | null
  readonly format: 'source' | 'html' | 'excerpt'
}

export type FoundPostsRow = PostColumns & AuthorColumns & PostViewerColumns & {
  place: string
  key: string
  passages: string | null
  title_passages: string
}

export const foundPosts: Statement<Parameters, FoundPostsRow> = {
  name: 'foundPosts',
  text: `select page.place as "place", (extract(epoch from posts.created_at) * 1000000)::bigint as key, case when posts.content_deleted_at is null and posts.body <> '' then ts_headline('forum_words', translate(regexp_replace(hide_spoilers(left(posts.body, 20000)), '!?\\[([^]]*)\\]\\([^)]*\\)', '\\1', 'g'), $1::text, ''), $2::tsquery, $3::text) end as passages, ts_headline('forum_words', translate(posts.title, $4::text, ''), $2::tsquery, $5::text) as title_passages, shown_post.*, shown_author.*, viewer_state.* from unnest($6::bigint[]) with ordinality as page (id, place) join posts on posts.id = page.id cross join lateral post_columns(posts, posts.id, posts.link_image_id, \${format}, $7::integer) as shown_post join users on users.id = posts.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, $8::bigint) as viewer_state`,
  parameters: ['stripped', 'words', 'headlineOptions', 'marks', 'titleOptions', 'ids', 'renderer', 'viewerId'],
  literals: ['format'],
}

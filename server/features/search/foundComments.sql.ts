// Made from foundComments.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, CommentAttachments, CommentColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly stripped: string
  readonly words: string
  readonly headlineOptions: string
  readonly viewerId: string | null
  readonly ids: readonly string[]
  readonly renderer: number
  readonly format: 'source' | 'html' | 'excerpt'
}

export type FoundCommentsRow = CommentColumns & CommentAttachments & AuthorColumns & {
  place: string
  key: string
  passages: string | null
  post_public_id: string
  post_title: string
  community_id: string
  community_name: string
  my_vote: boolean | null
  author_is_muted: boolean
}

export const foundComments: Statement<Parameters, FoundCommentsRow> = {
  name: 'foundComments',
  text: `select page.place as "place", (extract(epoch from comments.created_at) * 1000000)::bigint as key, ts_headline('forum_words', translate(regexp_replace(hide_spoilers(left(comments.body, 20000)), '!?\\[([^]]*)\\]\\([^)]*\\)', '\\1', 'g'), $1::text, ''), $2::tsquery, $3::text) as passages, shown_comment.*, attached.images, shown_author.*, posts.public_id as post_public_id, posts.title as post_title, posts.community_id, communities.name as community_name, my_vote.up as my_vote, exists ( select from user_mutes where user_id = $4::bigint and muted_user_id = shown_comment.author_id) as author_is_muted from unnest($5::bigint[]) with ordinality as page (id, place) join comments on comments.id = page.id cross join lateral comment_columns(comments, \${format}, $6::integer) as shown_comment cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached join posts on posts.id = shown_comment.post_id join communities on communities.id = posts.community_id join users on users.id = shown_comment.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author left join comment_votes as my_vote on my_vote.post_id = shown_comment.post_id and my_vote.user_id = $4::bigint and my_vote.comment_id = shown_comment.id`,
  parameters: ['stripped', 'words', 'headlineOptions', 'viewerId', 'ids', 'renderer'],
  literals: ['format'],
}

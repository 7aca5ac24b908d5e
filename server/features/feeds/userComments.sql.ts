// Made from userComments.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, CommentAttachments, CommentColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly usernameKey: string
  readonly cursorKey: string | null
  readonly cursorId: string | null
  readonly viewerId: string | null
  readonly renderer: number
  readonly includesRemoved: boolean
  readonly hasCursor: boolean
  readonly limit: number
  readonly format: 'source' | 'html' | 'excerpt'
}

export type UserCommentsRow = CommentColumns & CommentAttachments & AuthorColumns & {
  feed_key: string
  post_public_id: string
  post_title: string
  post_author_id: string
  post_deleted_as: 'normal' | 'mods' | 'admins' | null
  community_id: string
  community_name: string
  community_icon: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null } | null
  my_vote: boolean | null
  author_is_muted: boolean
}

export const userComments: Statement<Parameters, UserCommentsRow> = {
  name: 'userComments',
  text: `with page as materialized ( select id, (extract(epoch from created_at) * 1000000)::bigint as key from ( (select id, created_at from comments where author_id = (select id from users where username_key = $1) and deleted_at is null and (not \${hasCursor} or (created_at, id) <= (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint / 2)) order by created_at desc, id desc limit \${limit}) union all (select id, created_at from comments where \${includesRemoved} and author_id = (select id from users where username_key = $1) and deleted_as in ('mods', 'admins') and (not \${hasCursor} or (created_at, id) <= (timestamptz 'epoch' + $2 * interval '1 microsecond', $3 / 2)) order by created_at desc, id desc limit \${limit})) as part order by created_at desc, id desc limit \${limit} ) select page.key as "feed_key", shown_comment.*, attached.images, shown_author.*, posts.public_id as post_public_id, posts.title as post_title, posts.author_id as post_author_id, posts.deleted_as as post_deleted_as, posts.community_id, communities.name as community_name, (case when communities.icon_id is not null then ( select image_json(icon) from images as icon where icon.id = communities.icon_id) end)::image_json as community_icon, my_vote.up as my_vote, exists ( select from user_mutes where user_id = $4::bigint and muted_user_id = shown_comment.author_id) as author_is_muted from page join comments on comments.id = page.id cross join lateral comment_columns(comments, \${format}, $5) as shown_comment cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached join posts on posts.id = shown_comment.post_id join communities on communities.id = posts.community_id join users on users.id = shown_comment.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author left join comment_votes as my_vote on my_vote.post_id = shown_comment.post_id and my_vote.user_id = $4 and my_vote.comment_id = shown_comment.id`,
  parameters: ['usernameKey', 'cursorKey', 'cursorId', 'viewerId', 'renderer'],
  literals: ['includesRemoved', 'hasCursor', 'limit', 'format'],
}

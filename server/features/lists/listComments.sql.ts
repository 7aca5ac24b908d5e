// Made from listComments.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, CommentAttachments, CommentColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly listId: string
  readonly cursorId: string | null
  readonly cursorKey: string | null
  readonly limit: number
  readonly viewerId: string | null
  readonly renderer: number
  readonly sort: 'addedDsc' | 'addedAsc' | 'createdDsc' | 'createdAsc'
  readonly hasCursor: boolean
  readonly format: 'source' | 'html' | 'excerpt'
}

export type ListCommentsRow = CommentColumns & CommentAttachments & AuthorColumns & {
  item_id: string
  item_list_id: string
  item_post_id: string
  item_comment_id: string | null
  item_created_at: Date
  item_key: string
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

export const listComments: Statement<Parameters, ListCommentsRow> = {
  name: 'listComments',
  text: `with page as materialized ( select id, list_id, post_id, comment_id, created_at, (extract(epoch from target_created_at) * 1000000)::bigint as target_created_us from list_items where list_id = $1 and (not \${hasCursor} or (\${sort} = 'addedDsc' and id <= $2::bigint) or (\${sort} = 'addedAsc' and id >= $2) or (\${sort} = 'createdDsc' and (target_created_at, id) <= (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $2)) or (\${sort} = 'createdAsc' and (target_created_at, id) >= (timestamptz 'epoch' + $3 * interval '1 microsecond', $2))) order by case when \${sort} = 'createdDsc' then target_created_at end desc, case when \${sort} = 'createdAsc' then target_created_at end, case when \${sort} in ('addedDsc', 'createdDsc') then id end desc, case when \${sort} in ('addedAsc', 'createdAsc') then id end limit $4::integer ) select page.id as item_id, page.list_id as item_list_id, page.post_id as item_post_id, page.comment_id as item_comment_id, page.created_at as item_created_at, page.target_created_us as "item_key", shown_comment.*, attached.images, shown_author.*, posts.public_id as post_public_id, posts.title as post_title, posts.author_id as post_author_id, posts.deleted_as as post_deleted_as, posts.community_id, communities.name as community_name, (case when communities.icon_id is not null then ( select image_json(icon) from images as icon where icon.id = communities.icon_id) end)::image_json as community_icon, my_vote.up as my_vote, exists ( select from user_mutes where user_id = $5 and muted_user_id = shown_comment.author_id) as author_is_muted from page join comments on comments.id = page.comment_id cross join lateral comment_columns(comments, \${format}, $6) as shown_comment cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached join posts on posts.id = shown_comment.post_id join communities on communities.id = posts.community_id join users on users.id = shown_comment.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author left join comment_votes as my_vote on my_vote.post_id = shown_comment.post_id and my_vote.user_id = $5::bigint and my_vote.comment_id = shown_comment.id`,
  parameters: ['listId', 'cursorId', 'cursorKey', 'limit', 'viewerId', 'renderer'],
  literals: ['sort', 'hasCursor', 'format'],
}

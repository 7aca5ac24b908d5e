// Made from createComment.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, CommentAttachments, CommentColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly authorId: string
  readonly role: string | null
  readonly publicId: string
  readonly parentId: string | null
  readonly maxDepth: number
  readonly body: string
  readonly bodyHtml: string
  readonly renderer: number
  readonly mentions: readonly string[]
  readonly format: 'source' | 'html' | 'excerpt'
}

export type CreateCommentRow = { refusal: 'invalidGroup' | 'postNotFound' | 'postLocked' | 'bannedFromCommunity' | 'notModerator' | 'notAdmin' | 'commentNotFound' | 'replyToDeleted' | 'threadTooDeep' | 'commentLocked' | 'emptyComment' } | (CommentColumns & CommentAttachments & AuthorColumns & {
  refusal: null
  post_public_id: string
  community_id: string
  community_name: string
  my_vote: boolean
  author_is_muted: boolean
})

export const createComment: Statement<Parameters, CreateCommentRow> = {
  name: 'createComment',
  text: `with post as materialized ( select id, public_id, author_id, community_id, deleted_at, locked_at, is_forbidden($1, community_id, 'commenting') as is_author_banned, ($2::text = 'normal' or has_role($1, community_id, $2)) as may_speak from posts where public_id = $3 for no key update ), parent as materialized ( select comments.id, comments.depth, comments.ancestors || comments.id as path from post join comments on comments.post_id = post.id where comments.id = $4 ), ancestor as materialized ( select comments.id, comments.author_id, comments.deleted_at, comments.locked_at from parent join comments on comments.id = any(parent.path) order by comments.id for no key update of comments ), checked_post as materialized ( select post.id, post.public_id, post.community_id, post.author_id, (select author_id from ancestor where ancestor.id = $4) as parent_author_id, case when $2::text is null then 'invalidGroup' when post.deleted_at is not null then 'postNotFound' when post.locked_at is not null then 'postLocked' when is_author_banned then 'bannedFromCommunity' when not may_speak and $2 = 'mods' then 'notModerator' when not may_speak then 'notAdmin' when $4 is not null and not exists (select from parent) then 'commentNotFound' when exists (select from ancestor where id = $4 and deleted_at is not null) then 'replyToDeleted' when exists (select from parent where depth >= $5) then 'threadTooDeep' when exists (select from ancestor where locked_at is not null) then 'commentLocked' when $6::text = '' then 'emptyComment' end as refusal from post ), updated_post as materialized ( select id, count_comment(id, (select path from parent), $4) from checked_post where refusal is null ), new_comment as ( insert into comments (post_id, parent_id, ancestors, author_id, author_group, body, body_html, body_renderer, upvotes) select id, $4, coalesce((select path from parent), '{}'), $1, $2, $6, $7, $8, 1 from updated_post returning comments as comment, id, post_id, parent_id, author_id ), own_vote as ( insert into comment_votes (post_id, comment_id, user_id, up, moves_points) select post_id, id, author_id, true, false from new_comment ), mentioned as materialized ( select mentionable.id from checked_post cross join lateral mentionable($9::text[], $1, community_id) as mentionable (id) where refusal is null ), member as materialized ( select users.id, users.deleted_at, coalesce(users.id = checked_post.parent_author_id, false) as gets_reply, coalesce(users.id in (checked_post.author_id, checked_post.parent_author_id), false) and not users.reply_notifications_off as wants_answer, users.id in (select id from mentioned) as is_mentioned from checked_post cross join new_comment join users on users.id = any(array[new_comment.author_id, checked_post.author_id, checked_post.parent_author_id] || array(select id from mentioned)) order by users.id for no key update of users ), notification as materialized ( select member.id as member_id, notify_member(member.id, case when not wants_answer then 'mention' when gets_reply then 'comment_reply' else 'new_comment' end, now(), post => post_id, comment => new_comment.id, about_comment => case when wants_answer and gets_reply then parent_id end, actor => author_id) as new_count_change from member cross join new_comment where member.id <> author_id and deleted_at is null and (wants_answer or is_mentioned) and not exists (select from user_mutes where user_id = member.id and muted_user_id = author_id) ), updated_member as materialized ( select count_for_member(member.id, more_comments => (member.id = $1)::integer, more_notifications => coalesce(new_count_change, 0)) as member from member left join notification on notification.member_id = member.id ) select refusal, shown_comment.*, attached.images, shown_author.*, checked_post.public_id as post_public_id, checked_post.community_id, communities.name as community_name, true as my_vote, false as author_is_muted from checked_post left join ( new_comment cross join lateral comment_columns(comment, \${format}, $8) as shown_comment cross join lateral comment_attachments((comment).id, (comment).attachment_count) as attached join updated_member on (updated_member.member).id = new_comment.author_id cross join lateral author_columns( updated_member.member, new_comment.author_id, (updated_member.member).picture_id, \${format}) as shown_author) on true left join communities on communities.id = checked_post.community_id`,
  parameters: ['authorId', 'role', 'publicId', 'parentId', 'maxDepth', 'body', 'bodyHtml', 'renderer', 'mentions'],
  literals: ['format'],
}

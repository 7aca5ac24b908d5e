import { sql } from 'kysely'
import { endpoints } from '../../../contract/endpoints/index.ts'
import type { Post } from '../../../contract/entities/post.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { deletePostImages } from '../../core/images/delete.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { notifyMember } from '../../core/notifications/notify.ts'
import { lockRoles, parseRole } from '../../core/permissions/roles.ts'
import { getPostRow } from '../../core/posts/queries.ts'
import { postView } from '../../core/posts/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseOnOff } from '../../platform/http/parameters.ts'
import { enforce } from '../../platform/http/refused.ts'
import { deleteRefusal } from './policy.ts'

/**
 * Deletes a post: it leaves the feeds, its pins fall, comments and votes stay; what
 * moderators or admins take down has no reports any more, and its author is told. With `deleteContent` its text, link and images go
 * too, which can also be done later; the files of its images follow when that is certain.
 *
 * @returns the post as it is afterwards.
 */
export async function deletePost(
  db: Db,
  member: Viewer,
  request: { publicId: string; deleteAs?: string; deleteContent?: string; reason?: string },
  to: ViewAs,
): Promise<Post> {
  const post = await getPostRow(db, request.publicId, { viewerId: member.id, text: 'source' })
  const role = parseRole(request.deleteAs, 'normal')
  const content = parseOnOff(endpoints.deletePost.query.properties.deleteContent, request.deleteContent)
  const target = {
    isDeleted: post.deleted_at !== null,
    isContentDeleted: post.content_deleted_at !== null,
  }
  const deletion = { postId: post.id, memberId: member.id, role, content }
  await db.transaction().execute(async (trx) => {
    const roles = await lockRoles(trx, member, post.community_id)
    const isAuthor = post.author_id === member.id
    enforce(deleteRefusal({ ...roles, isAuthor }, target, { as: role, content }))
    const { isFirst, isFirstOfContent } = await markDeleted(trx, deletion)
    if (role !== 'normal' && (isFirst || isFirstOfContent))
      await recordAction(trx, {
        action: isFirstOfContent ? 'remove_post_content' : 'remove_post',
        actor: member,
        actedAs: role,
        communityId: post.community_id,
        postId: post.id,
        reason: request.reason,
      })
    if (isFirst && role !== 'normal' && post.author_id !== member.id)
      await notifyMember(trx, post.author_id, { type: 'deleted_post', postId: post.id, deletedAs: role })
    // A statement of its own: the one before may have waited for a report, which it would not see.
    if (role !== 'normal') await trx.deleteFrom('reports').where('post_id', '=', post.id).execute()
    if (content) await deletePostImages(trx, [post.id])
  })
  return postView(await getPostRow(db, request.publicId, { viewerId: member.id, text: to.format }), to)
}

/**
 * The first deletion decides who deleted it and lowers the author's count, whoever else comes at the same time.
 *
 * @returns whether this one was the first, and whether it was the first that took the content.
 */
async function markDeleted(
  db: Db,
  deletion: { postId: string; memberId: string; role: string; content: boolean },
): Promise<{ isFirst: boolean; isFirstOfContent: boolean }> {
  const contentColumns = deletion.content
    ? sql`, body = case when body is null then null else '' end, body_html = null, excerpt = null,
        link_url = null, link_hostname = null,
        content_deleted_at = coalesce(content_deleted_at, now()),
        content_deleted_by = coalesce(content_deleted_by, ${deletion.memberId}),
        content_deleted_as = coalesce(content_deleted_as, ${deletion.role})`
    : sql``
  const { rows } = await sql<{ is_first: boolean; had_content: boolean }>`
    with target as materialized (
      select id, author_id, deleted_at, content_deleted_at is null as had_content from posts where id = ${deletion.postId} for no key update),
    deleted as (
      update posts set deleted_at = coalesce(posts.deleted_at, now()),
        deleted_by = case when posts.deleted_at is null then ${deletion.memberId} else posts.deleted_by end,
        deleted_as = coalesce(posts.deleted_as, ${deletion.role}),
        is_pinned = false, is_pinned_site = false ${contentColumns}
      from target where posts.id = target.id),
    counted as (
      update users set post_count = post_count - 1
      from target where users.id = target.author_id and target.deleted_at is null)
    select deleted_at is null as is_first, had_content from target`.execute(db)
  const [before] = rows
  return {
    isFirst: before?.is_first ?? false,
    isFirstOfContent: deletion.content && (before?.had_content ?? false),
  }
}

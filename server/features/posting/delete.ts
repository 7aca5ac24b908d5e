import { endpoints } from '../../../contract/endpoints/index.ts'
import type { Post } from '../../../contract/entities/post.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { deletePostImages } from '../../core/images/delete.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { notifyMember } from '../../core/notifications/notify.ts'
import { lockRoles, parseRole } from '../../core/permissions/roles.ts'
import { getPostRow } from '../../core/posts/queries.ts'
import { postView } from '../../core/posts/serialize.ts'
import { type GivenRemoval, getRemoval } from '../../core/removals/removal.ts'
import { closeReports } from '../../core/reports/close.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { parseOnOff } from '../../platform/http/parameters.ts'
import { enforce } from '../../platform/http/refused.ts'
import { markDeleted } from './markDeleted.sql.ts'
import { deleteRefusal } from './policy.ts'

/**
 * Deletes a post: it disappears from feeds and pins; comments and votes stay. If moderators or admins delete it, its reports are
 * closed and its author is notified, with the reason. `deleteContent` also deletes text, link and images, which can be done later,
 * too; a job deletes the files of the images.
 *
 * @returns the post after the change.
 */
export async function deletePost(
  db: Db,
  member: Viewer,
  request: { publicId: string; deleteAs?: string; deleteContent?: string } & GivenRemoval,
  to: ViewAs,
): Promise<Post> {
  const post = await getPostRow(db, request.publicId, { viewerId: member.id, text: 'source' })
  const role = parseRole(request.deleteAs, 'normal')
  const content = parseOnOff(endpoints.deletePost.query.properties.deleteContent, request.deleteContent)
  const target = {
    isDeleted: post.deleted_at !== null,
    isContentDeleted: post.content_deleted_at !== null,
  }
  const deletion = { postId: post.id, memberId: member.id, role, deletesContent: content }
  await db.transaction().execute(async (trx) => {
    const roles = await lockRoles(trx, member, post.community_id)
    const isAuthor = post.author_id === member.id
    enforce(deleteRefusal({ ...roles, isAuthor }, target, { as: role, content }))
    const removed = { type: 'post', postId: post.id, author: post.author_username } as const
    const why = role === 'normal' ? null : await getRemoval(trx, request, removed)
    const before = await queryRow(trx, markDeleted, deletion)
    const isFirst = before !== undefined && !before.was_deleted
    const isFirstOfContent = content && before !== undefined && !before.was_content_deleted
    if (why && role !== 'normal' && (isFirst || isFirstOfContent))
      await recordAction(trx, {
        action: isFirstOfContent ? 'remove_post_content' : 'remove_post',
        actor: member,
        actedAs: role,
        communityId: post.community_id,
        postId: post.id,
        ...why.logged,
      })
    if (why && role !== 'normal' && isFirst && post.author_id !== member.id)
      await notifyMember(trx, post.author_id, {
        type: 'deleted_post',
        postId: post.id,
        commentId: null,
        deletedAs: role,
        details: why.forAuthor,
      })
    // A separate statement: the one before may have waited for a report, which its snapshot does not contain.
    if (role !== 'normal')
      await closeReports(trx, { posts: [post.id] }, { outcome: 'removed', actor: member })
    if (content) await deletePostImages(trx, [post.id])
  })
  return postView(await getPostRow(db, request.publicId, { viewerId: member.id, text: to.format }), to)
}

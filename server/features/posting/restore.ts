import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { parseReason } from '../../core/moderationLog/record.ts'
import { notifyMember } from '../../core/notifications/notify.ts'
import { lockRoles, staffRoleOf } from '../../core/permissions/roles.ts'
import { getPostRow } from '../../core/posts/queries.ts'
import { restorePostContent } from '../../core/posts/reinstate.ts'
import { postView } from '../../core/posts/serialize.ts'
import { restoreRefusal } from '../../core/removals/policy.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'

/**
 * Reverses the removal of a post by moderators or admins: it is in feeds, search and its author's counter again, with its
 * votes and comments, but not pinned. Its author is notified.
 *
 * @returns the post after the change.
 */
export async function restorePost(
  db: Db,
  member: Viewer,
  { publicId, reason }: { publicId: string; reason?: string },
  to: ViewAs,
): Promise<Post> {
  const post = await getPostRow(db, publicId, { viewerId: member.id, text: to.format })
  await db.transaction().execute(async (trx) => {
    const roles = await lockRoles(trx, member, post.community_id)
    const removed = { deletedAs: post.deleted_as, hasContent: post.content_deleted_at === null }
    enforce(restoreRefusal(roles, removed))
    const role = removed.deletedAs === 'admins' ? 'admins' : staffRoleOf(roles)
    const isRestored = await restorePostContent(
      trx,
      { as: removed.deletedAs === 'admins' ? 'admins' : 'mods' },
      {
        action: 'restore_post',
        actor: member,
        actedAs: role,
        communityId: post.community_id,
        postId: post.id,
        reason,
      },
    )
    if (!isRestored) throw new Refused(errors.notRemoved)
    const why = parseReason(reason)
    if (post.author_id !== member.id)
      await notifyMember(trx, post.author_id, {
        type: 'restored',
        postId: post.id,
        commentId: null,
        deletedAs: role,
        details: why === null ? {} : { reason: why },
      })
  })
  return postView(await getPostRow(db, publicId, { viewerId: member.id, text: to.format }), to)
}

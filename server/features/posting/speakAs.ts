import type { Post } from '../../../contract/entities/post.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { speakRefusal } from '../../core/permissions/policy.ts'
import { lockRoles, parseRole } from '../../core/permissions/roles.ts'
import { getPostRow } from '../../core/posts/queries.ts'
import { postView } from '../../core/posts/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce } from '../../platform/http/refused.ts'

/**
 * Changes the role in which the author of a post speaks; does nothing for a deleted post.
 *
 * @returns the post after the change.
 */
export async function changePostRole(
  db: Db,
  member: Viewer,
  request: { publicId: string; userGroup?: string },
  to: ViewAs,
): Promise<Post> {
  const { publicId } = request
  const post = await getPostRow(db, publicId, { viewerId: member.id, text: to.format })
  const role = parseRole(request.userGroup)
  await db.transaction().execute(async (trx) => {
    const roles = await lockRoles(trx, member, post.community_id)
    enforce(speakRefusal(role, { ...roles, isAuthor: post.author_id === member.id }))
    await trx
      .updateTable('posts')
      .set({ author_group: role })
      .where('id', '=', post.id)
      .where('deleted_at', 'is', null)
      .execute()
  })
  return postView(await getPostRow(db, publicId, { viewerId: member.id, text: to.format }), to)
}

import type { Post } from '../../contract/entities/post.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { readRole, speakRefusal } from '../moderation/roles.ts'
import { readStanding } from '../moderation/standing.ts'
import { getPostRow } from './read.ts'
import { postView, type ViewFor } from './view.ts'

/**
 * Changes in which role the author of a post speaks; a deleted post stays as it is.
 *
 * @returns the post as it is afterwards.
 */
export async function changePostRole(
  db: Db,
  member: Viewer,
  request: { publicId: string; userGroup?: string },
  to: ViewFor,
): Promise<Post> {
  const { publicId } = request
  const post = await getPostRow(db, publicId, { viewerId: member.id, text: to.text })
  const role = readRole(request.userGroup)
  if (typeof role !== 'string') throw new Refused(role)
  await db.transaction().execute(async (trx) => {
    const speaker = await readStanding(trx, member, post.community_id)
    enforce(speakRefusal(speaker, role, { authorId: post.author_id, communityId: post.community_id }))
    await trx
      .updateTable('posts')
      .set({ author_group: role })
      .where('id', '=', post.id)
      .where('deleted_at', 'is', null)
      .execute()
  })
  return postView(await getPostRow(db, publicId, { viewerId: member.id, text: to.text }), to)
}

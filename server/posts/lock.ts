import { sql } from 'kysely'
import type { Post } from '../../contract/entities/post.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { officialRefusal, readOfficialRole, unlockRefusal } from '../moderation/roles.ts'
import { getPostRow } from './read.ts'
import { postView, type ViewFor } from './view.ts'

/**
 * Locks a post against votes and comments, as moderator or as admin; locking again replaces role and time.
 *
 * @returns the post as it is afterwards.
 */
export async function lockPost(
  db: Db,
  member: Viewer,
  request: { publicId: string; lockAs?: string },
  to: ViewFor,
): Promise<Post> {
  const { publicId } = request
  const post = await getPostRow(db, publicId, { viewerId: member.id, text: to.text })
  const role = readOfficialRole(request.lockAs)
  if (typeof role !== 'string') throw new Refused(role)
  enforce(officialRefusal(member, role, { communityId: post.community_id }))
  await db
    .updateTable('posts')
    .set({ locked_at: sql<Date>`now()`, locked_by: member.id, locked_as: role })
    .where('id', '=', post.id)
    .execute()
  return postView(await getPostRow(db, publicId, { viewerId: member.id, text: to.text }), to)
}

/** Unlocks a post, whoever locked it; one that is not locked stays as it is. */
export async function unlockPost(
  db: Db,
  member: Viewer,
  { publicId }: { publicId: string },
  to: ViewFor,
): Promise<Post> {
  const post = await getPostRow(db, publicId, { viewerId: member.id, text: to.text })
  enforce(unlockRefusal(member, { communityId: post.community_id }))
  await db
    .updateTable('posts')
    .set({ locked_at: null, locked_by: null, locked_as: null })
    .where('id', '=', post.id)
    .execute()
  return postView(await getPostRow(db, publicId, { viewerId: member.id, text: to.text }), to)
}

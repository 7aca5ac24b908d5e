import { sql } from 'kysely'
import type { Post } from '../../contract/entities/post.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { closeReports } from '../moderation/close.ts'
import { recording } from '../moderation/log.ts'
import { officialRefusal, readOfficialRole, roleIn, unlockRefusal } from '../moderation/roles.ts'
import { readStanding } from '../moderation/standing.ts'
import { getPostRow } from './read.ts'
import { postView, type ViewFor } from './view.ts'

/**
 * Locks a post against votes and comments, as moderator or as admin; locking again replaces role and time. What was
 * reported about the post itself is dealt with by that.
 *
 * @returns the post as it is afterwards.
 */
export async function lockPost(
  db: Db,
  member: Viewer,
  request: { publicId: string; lockAs?: string; reason?: string },
  to: ViewFor,
): Promise<Post> {
  const { publicId } = request
  const post = await getPostRow(db, publicId, { viewerId: member.id, text: to.text })
  const role = readOfficialRole(request.lockAs)
  if (typeof role !== 'string') throw new Refused(role)
  const act = {
    action: 'lock_post',
    actor: member,
    actedAs: role,
    communityId: post.community_id,
    postId: post.id,
    reason: request.reason,
  } as const
  await db.transaction().execute(async (trx) => {
    const actor = await readStanding(trx, member, post.community_id)
    enforce(officialRefusal(actor, role, { communityId: post.community_id }))
    await sql`select close_thread(${post.id}::bigint)`.execute(trx)
    await sql`
      with target as materialized (
        select id, locked_by, locked_as from posts where id = ${post.id} for no key update),
      changed as (
        select from target where locked_by is distinct from ${member.id}::bigint or locked_as is distinct from ${role}),
      recorded as (${recording(act, { from: 'changed' })})
      update posts set locked_at = now(), locked_by = ${member.id}, locked_as = ${role}
      from target where posts.id = target.id`.execute(trx)
    await closeReports(trx, { post_id: post.id, comment_id: null })
  })
  return postView(await getPostRow(db, publicId, { viewerId: member.id, text: to.text }), to)
}

/** Unlocks a post, whoever locked it; one that is not locked stays as it is. */
export async function unlockPost(
  db: Db,
  member: Viewer,
  { publicId, reason }: { publicId: string; reason?: string },
  to: ViewFor,
): Promise<Post> {
  const post = await getPostRow(db, publicId, { viewerId: member.id, text: to.text })
  await db.transaction().execute(async (trx) => {
    const actor = await readStanding(trx, member, post.community_id)
    enforce(unlockRefusal(actor, { communityId: post.community_id }))
    const act = {
      action: 'unlock_post',
      actor,
      actedAs: roleIn(actor, post.community_id),
      communityId: post.community_id,
      postId: post.id,
      reason,
    } as const
    await sql`
      with unlocked as (
        update posts set locked_at = null, locked_by = null, locked_as = null
        where id = ${post.id} and locked_at is not null
        returning id)
      ${recording(act, { from: 'unlocked' })}`.execute(trx)
  })
  return postView(await getPostRow(db, publicId, { viewerId: member.id, text: to.text }), to)
}

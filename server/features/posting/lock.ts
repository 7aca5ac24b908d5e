import { sql } from 'kysely'
import type { Post } from '../../../contract/entities/post.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { type LogEntry, logEntryInsert } from '../../core/moderationLog/record.ts'
import { staffRefusal, unlockRefusal } from '../../core/permissions/policy.ts'
import { lockRoles, parseStaffRole, staffRoleOf } from '../../core/permissions/roles.ts'
import { getPostRow } from '../../core/posts/queries.ts'
import { unlockPostOf } from '../../core/posts/reinstate.ts'
import { postView } from '../../core/posts/serialize.ts'
import { closeReports } from '../../core/reports/close.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce } from '../../platform/http/refused.ts'

/**
 * Locks a post against votes and comments, as moderator or as admin; locking again replaces role and time. This
 * closes the reports about the post itself.
 *
 * @returns the post after the change.
 */
export async function lockPost(
  db: Db,
  member: Viewer,
  request: { publicId: string; lockAs?: string; reason?: string },
  to: ViewAs,
): Promise<Post> {
  const { publicId } = request
  const post = await getPostRow(db, publicId, { viewerId: member.id, text: to.format })
  const role = parseStaffRole(request.lockAs)
  const entry = {
    action: 'lock_post',
    actor: member,
    actedAs: role,
    communityId: post.community_id,
    postId: post.id,
    reason: request.reason,
  } as const
  await db.transaction().execute(async (trx) => {
    enforce(staffRefusal(role, await lockRoles(trx, member, post.community_id)))
    await sql`select close_thread(${post.id}::bigint)`.execute(trx)
    await markLocked(trx, entry)
    await closeReports(trx, { post_id: post.id, comment_id: null }, { outcome: 'locked', actor: member })
  })
  return postView(await getPostRow(db, publicId, { viewerId: member.id, text: to.format }), to)
}

/** Locks a post, and records it if it was not locked in this way before. */
export async function markLocked(trx: Db, entry: LogEntry & { readonly postId: string }): Promise<void> {
  await sql`
    with locked as materialized (
      select lock_post(${entry.postId}, ${entry.actor.id}, ${entry.actedAs}) as has_changed),
    changed as (select from locked where has_changed)
    ${logEntryInsert(entry, { from: 'changed' })}`.execute(trx)
}

/** Unlocks a post, whoever locked it; does nothing if it is not locked. */
export async function unlockPost(
  db: Db,
  member: Viewer,
  { publicId, reason }: { publicId: string; reason?: string },
  to: ViewAs,
): Promise<Post> {
  const post = await getPostRow(db, publicId, { viewerId: member.id, text: to.format })
  await db.transaction().execute(async (trx) => {
    const roles = await lockRoles(trx, member, post.community_id)
    enforce(unlockRefusal(roles))
    await unlockPostOf(trx, {
      action: 'unlock_post',
      actor: member,
      actedAs: staffRoleOf(roles),
      communityId: post.community_id,
      postId: post.id,
      reason,
    })
  })
  return postView(await getPostRow(db, publicId, { viewerId: member.id, text: to.format }), to)
}

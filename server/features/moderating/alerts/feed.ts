import { createHash } from 'node:crypto'
import { errors } from '../../../../contract/errors.ts'
import type { ModeratorPermission } from '../../../../contract/words.ts'
import type { Session } from '../../../core/sessions/session.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { randomText } from '../../../platform/http/randomText.ts'
import { Refused } from '../../../platform/http/refused.ts'

/** About 240 random bits. */
const tokenLength = 40

/** Only the hash is stored, so that a stolen database does not contain any token. */
const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Creates the private feed of a moderator's queue, which replaces an earlier one.
 *
 * @throws Refused with `not_admin_nor_mod` for members who have no queue, or `password_needed`.
 */
export async function createQueueFeed(db: Db, viewer: Viewer, session: Session): Promise<{ path: string }> {
  if (!viewer.isAdmin && viewer.moderates.size === 0) throw new Refused(errors.neitherAdminNorModerator)
  await session.requireRecentPassword(db)
  const token = randomText(tokenLength)
  const stored = { token_hash: tokenHash(token), created_at: new Date() }
  await db
    .insertInto('queue_feeds')
    .values({ user_id: viewer.id, ...stored })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(stored))
    .execute()
  await session.note(db, 'queue_feed_created')
  return { path: `/modqueue/${token}.atom` }
}

export async function deleteQueueFeed(db: Db, { id }: Pick<Viewer, 'id'>): Promise<{ success: true }> {
  await db.deleteFrom('queue_feeds').where('user_id', '=', id).execute()
  return { success: true }
}

/** The moderator whose feed has this token, if they still moderate; null for any other token. */
export async function findFeedOwner(
  db: Db,
  token: string,
): Promise<Pick<Viewer, 'id' | 'isAdmin' | 'permissions' | 'language'> | null> {
  const rows = await db
    .selectFrom('queue_feeds')
    .innerJoin('users', 'users.id', 'queue_feeds.user_id')
    .leftJoin('moderators', 'moderators.user_id', 'users.id')
    .where('token_hash', '=', tokenHash(token))
    .where('users.deleted_at', 'is', null)
    .where('users.banned_at', 'is', null)
    .select(['users.id', 'is_admin as isAdmin', 'language', 'community_id as communityId', 'permissions'])
    .execute()
  const [first] = rows
  if (!first) return null
  const permissions = new Map(
    rows.flatMap(({ communityId, permissions: own }) =>
      communityId !== null && own?.includes('content') ? [[communityId, own as ModeratorPermission[]]] : [],
    ),
  )
  const { id, isAdmin, language } = first
  return isAdmin || permissions.size > 0 ? { id, isAdmin, language, permissions } : null
}

import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { endAccess } from '../../core/sessions/endAccess.ts'
import type { Session } from '../../core/sessions/session.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { type SessionEnds, sessionEnd } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'

/**
 * Deletes sessions that have ended, also by settings that were changed since their last use, and those of members who have become
 * admins since.
 */
export async function deleteExpiredSessions(db: Db, ends: SessionEnds): Promise<void> {
  const end = sessionEnd(ends, {
    isAdmin: sql`users.is_admin`,
    createdAt: sql`sessions.created_at`,
    usedAt: sql`sessions.last_seen_at`,
  })
  await sql`
    delete from sessions using users
    where users.id = sessions.user_id and least(sessions.expires_at, ${end}) < now()`.execute(db)
}

/** The sessions of a member: this one first, then by last use. The ids are hashes, with which nobody can log in. */
export async function listSessions(
  db: Db,
  member: Viewer,
  session: Session,
): Promise<OutputOf<'listSessions'>> {
  const isCurrent = sql<boolean>`id_hash = ${session.idHash}`
  const rows = await db
    .selectFrom('sessions')
    .where('user_id', '=', member.id)
    .where('expires_at', '>', sql<Date>`now()`)
    .select([
      sql<string>`encode(id_hash, 'hex')`.as('id'),
      isCurrent.as('isCurrent'),
      'user_agent as userAgent',
      'last_seen_ip as lastSeenIP',
      'last_seen_at as lastSeenAt',
      'created_at as createdAt',
    ])
    .orderBy(isCurrent, 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id_hash')
    .limit(limits.sessionsShown)
    .execute()
  return rows.map(({ lastSeenAt, createdAt, ...row }) => ({
    ...row,
    lastSeen: lastSeenAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }))
}

/**
 * Ends all access to a member's account but this session, or only the session `id`, which may be this one.
 *
 * @param id as `listSessions` gives it; an id that is not a session of this member is ignored.
 * @throws Refused with `invalid_id`.
 */
export async function endSessions(
  db: Db,
  member: Viewer,
  { session, id }: { session: Session; id: string | undefined },
): Promise<{ success: true }> {
  if (id !== undefined && !/^[0-9a-f]{64}$/.test(id)) throw new Refused(errors.invalidId)
  if (id === session.idHash.toString('hex')) await session.signOut()
  else if (id === undefined) await endAccess(db, member.id, { except: session.idHash })
  else
    await db
      .deleteFrom('sessions')
      .where('user_id', '=', member.id)
      .where('id_hash', '=', Buffer.from(id, 'hex'))
      .execute()
  await session.note(db, 'sessions_ended', { userId: member.id })
  return { success: true }
}

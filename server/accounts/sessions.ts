import { sql } from 'kysely'
import type { OutputOf } from '../../contract/endpoints/index.ts'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'
import type { Session } from '../http/session.ts'
import type { Viewer } from '../http/viewer.ts'

/** More than anybody can tell apart; a program that logs in again and again would make the answer endless. */
const sessionsShown = 100

/** Forgets sessions that have run out; they log nobody in any more. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', sql<Date>`now()`).execute()
}

/** Where a member is logged in: this session first, then those that were seen last. Nobody can log in with these ids. */
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
    .limit(sessionsShown)
    .execute()
  return rows.map(({ lastSeenAt, createdAt, ...row }) => ({
    ...row,
    lastSeen: lastSeenAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }))
}

/**
 * Logs a member out everywhere but here, or in one place only, which may be this one.
 *
 * @param id as `listSessions` gave it; of a session that is over already, or another member's, nothing happens.
 * @throws Refused with `invalid_id`.
 */
export async function endSessions(
  db: Db,
  member: Viewer,
  { session, id }: { session: Session; id: string | undefined },
): Promise<{ success: true }> {
  if (id !== undefined && !/^[0-9a-f]{64}$/.test(id)) throw new Refused(errors.invalidId)
  if (id === session.idHash.toString('hex')) await session.signOut()
  else
    await db
      .deleteFrom('sessions')
      .where('user_id', '=', member.id)
      .where(
        'id_hash',
        id === undefined ? '<>' : '=',
        id === undefined ? session.idHash : Buffer.from(id, 'hex'),
      )
      .execute()
  return { success: true }
}

import { sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { viewerOfSession } from './viewerOfSession.sql.ts'

const lastSeenRefreshMinutes = 5

/** The member who makes a request, with everything that permissions depend on. */
export interface Viewer {
  readonly id: string
  readonly username: string
  readonly isAdmin: boolean
  readonly points: number
  readonly createdAt: Date
  /** Communities that they moderate. */
  readonly moderates: ReadonlySet<string>
  /** Communities that they are banned from now. */
  readonly bannedFrom: ReadonlySet<string>
  /** Whether their feeds leave anything out; such feeds cannot be shared with other viewers. */
  readonly hidesPosts: boolean
  readonly mutesMembers: boolean
  readonly mutesCommunities: boolean
}

interface SessionViewer {
  readonly viewer: Viewer
  /** Whether the last visit was noted so long ago that it is to be noted again. */
  readonly lastSeenIsStale: boolean
}

/** The member whose session this is, in one query; null for guests, and for banned and deleted accounts. */
export async function findViewer(db: Db, sessionIdHash: Buffer): Promise<SessionViewer | null> {
  const row = await queryRow(db, viewerOfSession, { idHash: sessionIdHash, lastSeenRefreshMinutes })
  if (!row) return null
  return {
    viewer: {
      id: row.id,
      username: row.username,
      isAdmin: row.is_admin,
      points: row.points,
      createdAt: row.created_at,
      moderates: new Set(row.moderates),
      bannedFrom: new Set(row.banned_from),
      hidesPosts: row.hides_posts,
      mutesMembers: row.mutes_members,
      mutesCommunities: row.mutes_communities,
    },
    lastSeenIsStale: row.last_seen_is_stale,
  }
}

/** Notes when and from where a member was last seen, on the session and on the account. */
export async function noteSeen(db: Db, seen: { sessionIdHash: Buffer; ip: string }): Promise<void> {
  await db
    .with('seen', (q) =>
      q
        .updateTable('sessions')
        .set({
          last_seen_at: sql<Date>`now()`,
          last_seen_ip: seen.ip,
          expires_at: sql<Date>`now() + make_interval(days => ${sql.lit(limits.sessionDays)})`,
        })
        .where('id_hash', '=', seen.sessionIdHash)
        .returning('user_id'),
    )
    .updateTable('users')
    .set({ last_seen_at: sql<Date>`now()`, last_seen_ip: seen.ip })
    .where('id', '=', (eb) => eb.selectFrom('seen').select('user_id'))
    .execute()
}

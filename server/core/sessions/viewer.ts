import { sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import { compileOnce } from '../../platform/database/compileOnce.ts'
import type { Db } from '../../platform/database/connection.ts'

const lastSeenRefreshMinutes = 5

/** Who is asking: a logged-in member with everything that permissions depend on. */
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
  /** Whether there is anything that their feeds leave out: then they cannot share what all others see. */
  readonly hidesPosts: boolean
  readonly mutesMembers: boolean
  readonly mutesCommunities: boolean
}

interface SessionViewer {
  readonly viewer: Viewer
  /** Whether the last visit was noted so long ago that it wants noting again. */
  readonly lastSeenIsStale: boolean
}

const viewerOfSession = compileOnce((db, { idHash }: { idHash: Buffer }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.id_hash', '=', idHash)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('users.banned_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .select([
      'users.id',
      'users.username',
      'users.is_admin as isAdmin',
      'users.points',
      'users.created_at as createdAt',
      sql<string[]>`array(select community_id from moderators where user_id = users.id)`.as('moderates'),
      sql<string[]>`array(select community_id from community_bans where user_id = users.id
        and is_ban_in_force(expires_at))`.as('bannedFrom'),
      sql<boolean>`exists (select from hidden_posts where user_id = users.id)`.as('hidesPosts'),
      sql<boolean>`exists (select from user_mutes where user_id = users.id)`.as('mutesMembers'),
      sql<boolean>`exists (select from community_mutes where user_id = users.id)`.as('mutesCommunities'),
      sql<boolean>`sessions.last_seen_at < now() - make_interval(mins => ${sql.lit(lastSeenRefreshMinutes)})`.as(
        'lastSeenIsStale',
      ),
    ]),
)

/** The member whose session this is, in one query; null for guests, and for banned and deleted accounts. */
export async function findViewer(db: Db, sessionIdHash: Buffer): Promise<SessionViewer | null> {
  const [row] = await viewerOfSession(db, { idHash: sessionIdHash })
  if (!row) return null
  const { moderates, bannedFrom, lastSeenIsStale, ...rest } = row
  return {
    viewer: { ...rest, moderates: new Set(moderates), bannedFrom: new Set(bannedFrom) },
    lastSeenIsStale,
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

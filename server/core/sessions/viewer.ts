import { type RawBuilder, sql } from 'kysely'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { effectiveTrust, type TrustLevel } from '../../../contract/trust.ts'
import type { BanKind, ModeratorPermission } from '../../../contract/words.ts'
import { batched } from '../../platform/database/batch.ts'
import { type Db, isDatabaseDown } from '../../platform/database/connection.ts'
import type { Replicas } from '../../platform/database/replicas.ts'
import { forReplica, queryRows } from '../../platform/database/statement.ts'
import type { DatabaseWatch, WatchedInMemory } from '../../platform/database/watch.ts'
import { deletedData } from '../retention/periods.ts'
import { noteWrites } from './noteWrites.sql.ts'
import { type ViewersOfSessionsRow, viewersOfSessions } from './viewersOfSessions.sql.ts'

/** A session ends this long after its last use. */
export const sessionDays = deletedData.sessions.kept.days

const lastSeenRefreshMinutes = 5

/** What a ban forbids, and where. */
export interface ViewerBan {
  /** Null for the whole site. */
  readonly communityId: string | null
  readonly kind: BanKind
}

/** @param stored the kind, and the id of the community if it is from one. */
function viewerBan(stored: string): ViewerBan {
  const [kind, communityId = null] = stored.split(' ')
  return { kind: kind as BanKind, communityId }
}

/** @param stored the id of a community that someone moderates, and the permissions there. */
function moderatedCommunity(stored: string): [id: string, permissions: readonly ModeratorPermission[]] {
  const [id = '', ...permissions] = stored.trim().split(' ')
  return [id, permissions as ModeratorPermission[]]
}

/** @param moderated the permissions in each community that a member moderates. */
export const moderatorOf = (moderated: ReadonlyMap<string, readonly ModeratorPermission[]>) => ({
  permissions: moderated,
  moderates: new Set([...moderated].flatMap(([id, own]) => (own.includes('content') ? id : []))),
})

/** The member who makes a request, with everything that permissions depend on. */
export interface Viewer {
  readonly id: string
  readonly username: string
  readonly isAdmin: boolean
  readonly points: number
  /** How far they are trusted, from 0 to 4; staff have 3 at least (contract/trust.ts). */
  readonly trust: TrustLevel
  /** How many posts and comments they have, besides deleted ones. */
  readonly contributions: number
  /** Null until they choose one. */
  readonly language: string | null
  readonly createdAt: Date
  readonly hasConfirmedEmail: boolean
  /** The permissions in each community that they moderate. */
  readonly permissions: ReadonlyMap<string, readonly ModeratorPermission[]>
  /** Communities that they moderate with the permission for content: they read what is withheld there. */
  readonly moderates: ReadonlySet<string>
  /** The bans in force, from communities and at most one from the whole site. */
  readonly bans: readonly ViewerBan[]
  /** Whether their feeds exclude anything; such feeds cannot be shared with other viewers. */
  readonly hidesPosts: boolean
  readonly mutesMembers: boolean
  readonly mutesCommunities: boolean
  readonly hidesBots: boolean
  /** Changes whenever the JSON of their own account does. */
  readonly accountVersion: string
  /**
   * Cached reads from before this time are too old for them: they have written since, or someone has removed
   * something. In microseconds since 1970, by the clock of the database.
   */
  readonly notBefore: number
  /** How far a replica must have replayed the write-ahead log to show that, in bytes from its beginning. */
  readonly writtenUpTo: number
  /** The primary database is down, and a replica found the session: this member can only read, and only from replicas. */
  readonly readsOnly: boolean
}

/**
 * Cached reads from before this time are too old for this viewer, as `Viewer.notBefore`. For guests all are: their whole answers are cached,
 * so an older read would make them older than they may be.
 */
export const notBeforeOf = (viewer: Viewer | null): number => viewer?.notBefore ?? Number.POSITIVE_INFINITY

interface SessionViewer {
  readonly viewer: Viewer
  /** Whether the recorded last visit is old enough to be updated. */
  readonly lastSeenIsStale: boolean
}

/** The members whose sessions these are, in one query; null for guests, and for banned and deleted accounts. */
async function findViewers(
  db: Db,
  idHashes: readonly Buffer[],
  statement = viewersOfSessions,
): Promise<(SessionViewer | null)[]> {
  const rows = await queryRows(db, statement, { idHashes, lastSeenRefreshMinutes })
  const found: (SessionViewer | null)[] = idHashes.map(() => null)
  for (const row of rows) found[row.place - 1] = sessionViewer(row)
  return found
}

const sessionViewer = (row: ViewersOfSessionsRow): SessionViewer => ({
  viewer: {
    id: row.id,
    username: row.username,
    isAdmin: row.is_admin,
    points: row.points,
    trust: effectiveTrust(row.trust_level, { isStaff: row.is_admin || row.moderates.length > 0 }),
    contributions: row.contributions,
    language: row.language,
    createdAt: row.created_at,
    hasConfirmedEmail: row.has_confirmed_email,
    ...moderatorOf(new Map(row.moderates.map(moderatedCommunity))),
    bans: row.bans.map(viewerBan),
    hidesPosts: row.hides_posts,
    mutesMembers: row.mutes_members,
    mutesCommunities: row.mutes_communities,
    hidesBots: row.hides_bots,
    accountVersion: row.account_version,
    notBefore: Number(row.not_before ?? 0),
    writtenUpTo: Number(row.written_up_to ?? 0),
    readsOnly: false,
  },
  lastSeenIsStale: row.last_seen_is_stale,
})

/**
 * The member whose session this is; null for guests, and for banned and deleted accounts. Requests that come at the same
 * time share a query.
 *
 * @param sessionIdHash the key of the session.
 */
export const findViewer = batched<Buffer, SessionViewer | null>((db, idHashes) => findViewers(db, idHashes))

/** `last_writes` is not logged, so no replica has it. */
const viewersOfReplica = forReplica(
  viewersOfSessions,
  /cross join lateral \( select max\(written_at\).*?\) as latest/,
  'cross join (select null::timestamptz as written_at, null::bigint as position) as latest',
)
const findViewerOnReplica = batched<Buffer, SessionViewer | null>((db, idHashes) =>
  findViewers(db, idHashes, viewersOfReplica),
)

/**
 * Like `findViewer`, for a request that only reads: while the primary is down, a replica is used that has replayed everything the
 * primary had written when it last answered. So earlier logouts and bans apply there, too.
 *
 * @throws as for a database that is down, if there is no such replica.
 */
export async function findReader(
  { db, replicas }: { db: Db; replicas: Replicas },
  sessionIdHash: Buffer,
): Promise<SessionViewer | null> {
  if (!(await replicas.isPrimaryAway())) {
    try {
      return await findViewer(db, sessionIdHash)
    } catch (error) {
      if (!isDatabaseDown(error) || !(await replicas.isPrimaryAway())) throw error
    }
  }
  for (let asked = 0; asked < replicas.count; asked++) {
    const replica = replicas.pickLatest()
    if (!replica) break
    try {
      const found = await findViewerOnReplica(replica.db, sessionIdHash)
      return (
        found && {
          viewer: { ...found.viewer, readsOnly: true, writtenUpTo: replica.replayed },
          lastSeenIsStale: false,
        }
      )
    } catch (error) {
      if (!isDatabaseDown(error)) throw error
      replica.leaveOut()
    }
  }
  return findViewer(db, sessionIdHash)
}

/**
 * Records that a member wrote something, after the commit and before the answer. Concurrent requests share a statement.
 */
export const noteWrite = batched<string, void>(async (db, userIds) => {
  await queryRows(db, noteWrites, { userIds })
  return userIds.map(() => undefined)
})

/**
 * Watches for writes that everyone must see at once, by any process, and for lost connections. What is cached for guests must
 * be invalidated then.
 *
 * @param forget receives the position of the write-ahead log, in bytes from its beginning.
 */
export async function watchWrites(
  watch: DatabaseWatch,
  forget: (writtenUpTo: number) => void,
): Promise<Pick<WatchedInMemory, 'remove'>> {
  let known: string | null = null
  let writtenUpTo = 0
  return watch.add({
    channel: 'writes',
    async read(client, isNew) {
      const { rows } = await client.query<{ written_at: string; position: string | null }>({
        name: 'writtenForEveryone',
        text: 'select written_at::text, position from last_writes where user_id = 0',
      })
      const writtenAt = rows[0]?.written_at ?? null
      writtenUpTo = Number(rows[0]?.position ?? 0)
      if (isNew || writtenAt !== known) forget(writtenUpTo)
      known = writtenAt
    },
    doubt: () => forget(writtenUpTo),
  })
}

/** Stands for all members, for writes that everyone must see at once. */
export const everyone = '0'

/** In place of a viewer's id, for statements about several viewers. No member has it. */
export const guestId = '0'

/** When sessions end, besides 360 days after their last use. */
export type SessionEnds = Pick<SettingValues, 'sessionMostDays' | 'adminSessionIdleHours'>

/** The end of a session that was last used at `usedAt`; expressions of SQL. */
export const sessionEnd = (
  { sessionMostDays, adminSessionIdleHours }: SessionEnds,
  { isAdmin, createdAt, usedAt }: Record<'isAdmin' | 'createdAt' | 'usedAt', RawBuilder<unknown>>,
) => sql<Date>`least(
  ${usedAt} + case when ${isAdmin} then make_interval(hours => ${sql.lit(adminSessionIdleHours)})
    else make_interval(days => ${sql.lit(sessionDays)}) end,
  ${createdAt} + make_interval(days => ${sql.lit(sessionMostDays)}))`

/** Records time and IP address of a member's visit, in the session and the account. */
export async function noteSeen(
  db: Db,
  ends: SessionEnds,
  seen: { sessionIdHash: Buffer; ip: string },
): Promise<void> {
  await db
    .with('seen', (q) =>
      q
        .updateTable('sessions')
        .set({
          last_seen_at: sql<Date>`now()`,
          last_seen_ip: seen.ip,
          expires_at: sessionEnd(ends, {
            isAdmin: sql`(select is_admin from users where id = user_id)`,
            createdAt: sql`created_at`,
            usedAt: sql`now()`,
          }),
        })
        .where('id_hash', '=', seen.sessionIdHash)
        .returning('user_id'),
    )
    .updateTable('users')
    .set({ last_seen_at: sql<Date>`now()`, last_seen_ip: seen.ip })
    .where('id', '=', (eb) => eb.selectFrom('seen').select('user_id'))
    .execute()
}

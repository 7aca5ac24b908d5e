import { type SqlBool, sql } from 'kysely'
import type { BannedMember } from '../../contract/entities/ban.ts'
import type { Author } from '../../contract/entities/user.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { readId } from '../http/ids.ts'
import { enforce, Refused } from '../http/refused.ts'
import { cut } from '../http/text.ts'
import type { Viewer } from '../http/viewer.ts'
import { type AuthorRow, authorColumns, authorView } from '../users/view.ts'
import { lockModerated } from './community.ts'
import { recordAct } from './log.ts'
import { banRefusal } from './policy.ts'
import { changeStanding } from './standing.ts'

interface BanRow extends AuthorRow {
  id: string
  banned_at: Date
  expires_at: Date | null
  note: string | null
  banned_by: string | null
  banned_by_name: string | null
}

const bannedView = (row: BanRow): BannedMember => ({
  ...authorView(row.id, row),
  ban: {
    createdAt: row.banned_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    note: row.note,
    bannedBy:
      row.banned_by !== null && row.banned_by_name !== null
        ? { id: row.banned_by, username: row.banned_by_name }
        : null,
  },
})

/** Those banned from a community now with what is known about their bans, to be narrowed further. */
const bannedFrom = (db: Db, communityId: string) =>
  db
    .selectFrom('community_bans')
    .innerJoin('users as author', 'author.id', 'community_bans.user_id')
    .leftJoin('users as banner', (join) =>
      join.onRef('banner.id', '=', 'community_bans.banned_by').on('banner.deleted_at', 'is', null),
    )
    .where('community_bans.community_id', '=', communityId)
    .where((eb) =>
      eb.or([
        eb('community_bans.expires_at', 'is', null),
        eb('community_bans.expires_at', '>', sql<Date>`now()`),
      ]),
    )
    .select([
      'author.id',
      'community_bans.created_at as banned_at',
      'community_bans.expires_at',
      'community_bans.note',
      'banner.id as banned_by',
      'banner.username as banned_by_name',
    ])
    .select(authorColumns)

/**
 * Who is banned from a community now, the latest first; at most `limits.bansPerAnswer`, the others are found by name.
 *
 * @param request.q how their names begin, in any case.
 */
export async function listBanned(
  db: Db,
  communityId: string,
  request: { q?: string },
): Promise<BannedMember[]> {
  const rows = await bannedFrom(db, communityId)
    .$if(Boolean(request.q), (q) =>
      q.where(sql<SqlBool>`starts_with(author.username_key, ${(request.q ?? '').toLowerCase()})`),
    )
    .orderBy('community_bans.created_at', 'desc')
    .orderBy('community_bans.user_id', 'desc')
    .limit(limits.bansPerAnswer)
    .execute()
  return rows.map(bannedView)
}

/** The account of this name, in any case. @throws Refused with `no_username` or `user_not_found`. */
async function findMember(trx: Db, username: string, communityId: string) {
  const name = username.trim()
  if (name === '') throw new Refused(errors.noUsername)
  return await trx
    .selectFrom('users as author')
    .where('author.username_key', '=', name.toLowerCase())
    .where('author.deleted_at', 'is', null)
    .select(['author.id', 'author.is_admin as isAdmin'])
    .select(
      sql<boolean>`exists (select from moderators
        where community_id = ${communityId} and moderators.user_id = author.id)`.as('isModerator'),
    )
    .select(authorColumns)
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i

/** When a ban ends: RFC 3339, null for never. @throws Refused with `invalid_expires`, also for what is over. */
function readExpiry(text: string | null | undefined): Date | null {
  if (text === undefined || text === null || text === '') return null
  const at = new Date(moment.test(text) ? text : Number.NaN)
  if (!(at.getTime() > Date.now())) throw new Refused(errors.invalidExpiry)
  return at
}

/**
 * Bans a member from a community: nothing of theirs is removed, and they stay a member of it. A ban that has ended
 * is replaced.
 *
 * @throws Refused in the order of the API contract 4.6.
 */
export async function banFromCommunity(
  db: Db,
  viewer: Viewer,
  request: { communityId: string; username: string; expires?: string | null; note?: string | null },
): Promise<BannedMember> {
  const communityId = readId(request.communityId)
  return await db.transaction().execute(async (trx) => {
    await changeStanding(trx, request)
    const actedAs = await lockModerated(trx, viewer, communityId)
    const member = await findMember(trx, request.username, communityId)
    enforce(banRefusal(member))
    const expiresAt = readExpiry(request.expires)
    const note = cut((request.note ?? '').trim(), limits.banNoteMaxLength).trim() || null
    const { rows } = await sql`
      insert into community_bans (community_id, user_id, banned_by, expires_at, note)
      values (${communityId}, ${member.id}, ${viewer.id}, ${expiresAt}, ${note})
      on conflict (user_id, community_id) do update set banned_by = excluded.banned_by,
        created_at = excluded.created_at, expires_at = excluded.expires_at, note = excluded.note
      where community_bans.expires_at <= now()
      returning user_id`.execute(trx)
    if (rows.length === 0) throw new Refused(errors.alreadyBanned)
    await recordAct(trx, {
      action: 'ban_from_community',
      actor: viewer,
      actedAs,
      communityId,
      userId: member.id,
      details: expiresAt ? { expiresAt: expiresAt.toISOString() } : {},
    })
    const banned = await bannedFrom(trx, communityId)
      .where('author.id', '=', member.id)
      .executeTakeFirstOrThrow()
    return bannedView(banned)
  })
}

/** Lifts a ban, also of somebody who is not banned: then nothing has changed. @returns whom it was about. */
export async function unbanFromCommunity(
  db: Db,
  viewer: Viewer,
  request: { communityId: string; username: string },
): Promise<Author> {
  const communityId = readId(request.communityId)
  return await db.transaction().execute(async (trx) => {
    const actedAs = await lockModerated(trx, viewer, communityId)
    const member = await findMember(trx, request.username, communityId)
    const lifted = await trx
      .deleteFrom('community_bans')
      .where('community_id', '=', communityId)
      .where('user_id', '=', member.id)
      .returning(sql<boolean>`expires_at is null or expires_at > now()`.as('wasInForce'))
      .executeTakeFirst()
    if (lifted?.wasInForce)
      await recordAct(trx, {
        action: 'unban_from_community',
        actor: viewer,
        actedAs,
        communityId,
        userId: member.id,
      })
    return authorView(member.id, member)
  })
}

import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { endpoints, type OutputOf } from '../../../contract/endpoints/index.ts'
import type { Member } from '../../../contract/entities/member.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { MemberSort } from '../../../contract/words.ts'
import { customPlan, type Db } from '../../platform/database/connection.ts'
import { parseCursor, parseNumberCursor, parseTimestampCursor } from '../../platform/http/cursor.ts'
import { parseChoice } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { type Condition, type MemberFilter, memberConditions } from './memberFilter.ts'

interface MemberQuery extends MemberFilter {
  readonly next?: string
  readonly sort?: string
}

/**
 * A page of accounts with the details for admins. The built-in accounts are excluded.
 *
 * @param query as it is in the URL.
 * @returns `next`: where the next page starts, or null.
 * @throws Refused with `invalid_filter` or `invalid_cursor`.
 */
export async function listMembers(db: Db, query: MemberQuery): Promise<OutputOf<'listMembers'>> {
  const order = orders[parseChoice(endpoints.listMembers.query.properties.sort, query.sort)]
  const conditions = [...memberConditions(query), ...order.startingAt(query.next)]
  const rows = await db
    .selectFrom('users')
    // Whether an index finds few members or gives the order depends on what is looked for.
    .modifyFront(sql.raw(customPlan))
    .where('is_built_in', '=', false)
    .$if(conditions.length > 0, (q) => q.where((eb) => eb.and(conditions)))
    .select((eb) => [
      'id',
      'username',
      'username_key',
      'email',
      'email_confirmed_at',
      'email_refused_at',
      'is_admin',
      'points',
      'post_count',
      'comment_count',
      'created_at',
      'created_ip',
      'last_seen_at',
      'last_seen_ip',
      'banned_at',
      'deleted_at',
      sharesAddressWithBanned.as('shares_address_with_banned'),
      sql<boolean>`exists (select from content_deletions join withheld_contents on deletion_id = content_deletions.id
        where content_deletions.user_id = users.id and taken_back_at is null)`.as('has_removed'),
      eb
        .selectFrom('slow_voters')
        .whereRef('slow_voters.user_id', '=', 'users.id')
        .select('slow_voters.ordered_at')
        .as('votes_slowed_at'),
      sql<string>`microseconds_of(last_seen_at)`.as('last_seen_key'),
      eb
        .selectFrom('moderators')
        .whereRef('moderators.user_id', '=', 'users.id')
        .select((count) => count.cast<number>(count.fn.countAll(), 'integer').as('count'))
        .as('moderates'),
      jsonArrayFrom(
        eb
          .selectFrom('badges')
          .whereRef('badges.user_id', '=', 'users.id')
          .select(['badges.id', 'badges.type'])
          .orderBy('badges.id'),
      ).as('badges'),
      jsonObjectFrom(
        eb
          .selectFrom('age_declarations')
          .whereRef('age_declarations.user_id', '=', 'users.id')
          .select(['at_least as atLeast', sql<string>`iso_time(declared_at)`.as('declaredAt')]),
      ).as('ageDeclared'),
      jsonObjectFrom(
        eb
          .selectFrom('site_bans')
          .leftJoin('users as banner', (join) =>
            join.onRef('banner.id', '=', 'site_bans.banned_by').on('banner.deleted_at', 'is', null),
          )
          .whereRef('site_bans.user_id', '=', 'users.id')
          .where(sql<boolean>`is_ban_in_force(site_bans.expires_at)`)
          .select([
            'kind',
            'reason',
            sql<string>`iso_time(site_bans.created_at)`.as('createdAt'),
            sql<string | null>`iso_time(expires_at)`.as('expiresAt'),
            'banner.username as bannedBy',
          ]),
      ).as('siteBan'),
    ])
    .orderBy(sql.raw(order.by))
    .limit(sql.lit(limits.adminTableRows + 1))
    .execute()
  const following = rows[limits.adminTableRows]
  return {
    members: rows.slice(0, limits.adminTableRows).map(
      (row): Member => ({
        id: row.id,
        username: row.username,
        email: row.email,
        emailConfirmedAt: row.email_confirmed_at?.toISOString() ?? null,
        emailRefusedAt: row.email_refused_at?.toISOString() ?? null,
        isAdmin: row.is_admin,
        moderates: row.moderates ?? 0,
        badges: row.badges,
        points: row.points,
        noPosts: row.post_count,
        noComments: row.comment_count,
        createdAt: row.created_at.toISOString(),
        createdIP: row.created_ip,
        ageDeclared: row.ageDeclared,
        lastSeen: row.last_seen_at.toISOString(),
        lastSeenIP: row.last_seen_ip,
        bannedAt: row.banned_at?.toISOString() ?? null,
        siteBan: row.siteBan,
        votesSlowedAt: row.votes_slowed_at?.toISOString() ?? null,
        hasRemoved: row.has_removed,
        sharesAddressWithBanned: row.shares_address_with_banned,
        deletedAt: row.deleted_at?.toISOString() ?? null,
      }),
    ),
    next: following ? order.cursorOf(following) : null,
  }
}

/** Like `listRelatedAccounts`, without the addresses of open sessions. Uses banned_by_created_ip and banned_by_last_seen_ip. */
const sharesAddressWithBanned = sql<boolean>`(users.banned_at is null and exists (
  select from (values (users.created_ip), (users.last_seen_ip)) as own (ip)
  cross join lateral network_of_household(own.ip) as household (first, last)
  where exists (select from users as other where other.banned_at is not null
      and other.created_ip between household.first and household.last)
    or exists (select from users as other where other.banned_at is not null
      and other.last_seen_ip between household.first and household.last)))`

/** The fields of a cursor. */
interface Place {
  readonly id: string
  readonly username_key: string
  readonly last_seen_key: string
  readonly post_count: number
  readonly comment_count: number
}

/** An order of the list, and its cursor: the first account of the next page (keyset pagination). */
interface Order {
  readonly by: string
  readonly startingAt: (cursor: string | undefined) => Condition[]
  readonly cursorOf: (place: Place) => string
}

const byId = (direction: 'asc' | 'desc'): Order => ({
  by: `users.id ${direction}`,
  startingAt(cursor) {
    const id = parseNumberCursor(cursor)
    if (id === null) return []
    return [direction === 'desc' ? sql<boolean>`users.id <= ${id}` : sql<boolean>`users.id >= ${id}`]
  },
  cursorOf: ({ id }) => id,
})

/** The most first; among equal ones, the newest first. */
const byCount = (column: 'post_count' | 'comment_count'): Order => ({
  by: `${column} desc, users.id desc`,
  startingAt(text) {
    const cursor = parseCursor(text)
    if (!cursor) return []
    return [sql<boolean>`(${sql.ref(column)}, users.id) <= (${cursor.key}::bigint, ${cursor.id}::bigint)`]
  },
  cursorOf: (place) => `${place[column]}.${place.id}`,
})

const orders: Record<MemberSort, Order> = {
  new: byId('desc'),
  old: byId('asc'),
  posts: byCount('post_count'),
  comments: byCount('comment_count'),
  seen: {
    by: 'last_seen_at desc, users.id desc',
    startingAt(text) {
      const cursor = parseTimestampCursor(text)
      if (!cursor) return []
      return [
        sql<boolean>`(last_seen_at, users.id) <= (moment_of(${cursor.key}::bigint), ${cursor.id}::bigint)`,
      ]
    },
    cursorOf: ({ last_seen_key, id }) => `${last_seen_key}.${id}`,
  },
  name: {
    by: 'username_key asc',
    startingAt(cursor) {
      if (!cursor) return []
      if (!/^[0-9a-z_]{1,21}$/.test(cursor)) throw new Refused(errors.invalidCursor)
      return [sql<boolean>`username_key >= ${cursor}`]
    },
    cursorOf: ({ username_key }) => username_key,
  },
}

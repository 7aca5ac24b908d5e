import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Community } from '../../../contract/entities/community.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import type { ResultCount } from '../../../contract/entities/search.ts'
import type { SharedServices } from '../../core/api/route.ts'
import { getCommunitiesById } from '../../core/communities/queries.ts'
import { unreadableCommunities } from '../../core/permissions/bans.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { selectAccounts } from '../../core/users/columns.ts'
import { userView } from '../../core/users/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { foldName } from '../../platform/text/foldName.ts'
import type { SearchTerms } from './searchTerms.ts'

type Sql = RawBuilder<unknown>

const trigrams = new WeakMap<Db, Promise<boolean>>()

/** Whether the database can compare similar names; its owner may not have allowed the extension. */
function comparesNames(db: Db): Promise<boolean> {
  let known = trigrams.get(db)
  if (!known) {
    known = sql`select from pg_extension where extname = 'pg_trgm'`
      .execute(db)
      .then(({ rows }) => rows.length > 0)
    known.catch(() => trigrams.delete(db))
    trigrams.set(db, known)
  }
  return known
}

/** The part of the search terms that can be a name, without a leading `@` or `/`. */
const nameIn = (words: string): string => foldName(words).replace(/[^0-9a-z_]/g, '')

/** Shorter parts of names have no trigrams, so no index finds them. */
const trigramLength = 3

/** Members whose names begin with this: their index is in the order of bytes, whatever the language of the database. */
const beginsWith = (column: Sql, name: string) =>
  sql<boolean>`(${column} collate "C" >= ${name} and ${column} collate "C" < ${name} || chr(1114111))`

/** Matching names and their order: the exact name, names that begin with it, then the most similar ones. */
async function nameFits(
  db: Db,
  column: Sql,
  name: string,
): Promise<{ condition: RawBuilder<boolean>; order: Sql }> {
  const pattern = `%${name.replace(/[_%\\]/g, '\\$&')}%`
  const exactly = sql`${column} = ${name} desc, starts_with(${column}, ${name}) desc`
  return (await comparesNames(db))
    ? {
        condition: sql`(${column} % ${name} or ${column} like ${pattern})`,
        order: sql`${exactly}, similarity(${column}, ${name}) desc`,
      }
    : { condition: sql`${column} like ${pattern}`, order: exactly }
}

/** The same for members, of whom there may be very many: one or two letters are the beginning of a name. */
async function memberFits(db: Db, name: string): Promise<Awaited<ReturnType<typeof nameFits>>> {
  const column = sql`author.username_key`
  if (name.length >= trigramLength) return nameFits(db, column, name)
  return { condition: beginsWith(column, name), order: sql`${column} = ${name} desc` }
}

/** Condition of members who can be found by name. */
const isFindable = sql<boolean>`not author.is_built_in and author.deleted_at is null and author.banned_at is null`

/** Members whose names are like this one; deleted and suspended accounts are not found. */
export async function findMembers(
  db: Db,
  viewer: Viewer | null,
  words: string,
  limit: number,
): Promise<User[]> {
  const name = nameIn(words)
  if (name === '') return []
  const { condition, order } = await memberFits(db, name)
  const rows = await selectAccounts(db)
    .where(isFindable)
    .where(condition)
    .orderBy(sql`${order}, author.points desc, author.id`)
    .limit(limit)
    .execute()
  return rows.map((row) => userView(row, viewer))
}

/** Condition of communities whose name or description matches. */
const saysOrIsCalled = (words: string, nameCondition: Sql) => sql<boolean>`deleted_at is null and id in (
  select id from communities where ${nameIn(words) === '' ? sql`false` : nameCondition}
  union all
  select id from communities
  where about_words(about) @@ search_query(${words}))`

/** Communities whose name or description matches. */
export async function findCommunities(
  db: Db,
  viewer: Viewer | null,
  words: string,
  limit: number,
): Promise<Community[]> {
  const { condition, order } = await nameFits(db, sql`name_key`, nameIn(words))
  const rows = await db
    .selectFrom('communities')
    .where(saysOrIsCalled(words, condition))
    .select('id')
    .orderBy(sql`${order}, member_count desc, id`)
    .limit(limit)
    .execute()
  return getCommunitiesById(
    db,
    viewer,
    rows.map(({ id }) => id),
  )
}

/** A query that may be the name of a community: "home lab" names homelab. */
const namingQuery = /^[\p{L}\p{N}_ ]{2,30}$/u

/**
 * The community that a query names, now or formerly, unless this viewer muted it or may not read it; at most one. Which one it is, is kept
 * for as long as answers to guests.
 */
export async function findNamedCommunity(
  { db, orders }: Pick<SharedServices, 'db' | 'orders'>,
  viewer: Viewer | null,
  { words, community }: SearchTerms,
): Promise<Community[]> {
  if (community !== null || !namingQuery.test(words)) return []
  const name = nameIn(words)
  const { id } = await orders.get(`community named ${name}`, {
    read: async () => {
      const { rows } = await sql<{ id: string | null }>`select community_named(${name}) as id`.execute(db)
      return { id: rows[0]?.id ?? null, bytes: 100 }
    },
  })
  if (id === null || unreadableCommunities(viewer).includes(id)) return []
  const found = await getCommunitiesById(db, viewer, [id])
  return found.filter(({ isMuted }) => !isMuted)
}

const countUpTo = (max: number, found: Sql): RawBuilder<ResultCount> => sql`(
  select ${jsonBuildObject({
    count: sql<number>`least(count(*), ${sql.lit(max)})`,
    isExact: sql<boolean>`count(*) <= ${sql.lit(max)}`,
  })}
  from (${found} limit ${sql.lit(max + 1)}) as found)`

/** The number of results of `findMembers` and `findCommunities`, as expressions. */
export async function countedNames(
  db: Db,
  words: string,
  max: number,
): Promise<{ people: RawBuilder<ResultCount>; communities: RawBuilder<ResultCount> }> {
  const name = nameIn(words)
  const [member, community] = await Promise.all([memberFits(db, name), nameFits(db, sql`name_key`, name)])
  const isMember = name === '' ? sql`false` : sql`${isFindable} and ${member.condition}`
  return {
    people: countUpTo(max, sql`select from users as author where ${isMember}`),
    communities: countUpTo(
      max,
      sql`select from communities where ${saysOrIsCalled(words, community.condition)}`,
    ),
  }
}

/** At most this many people with the same beginning are compared by their points. */
const comparedMax = 500
/** One or two letters are looked for in the names of this many communities, the largest. */
const largestCompared = 2000

const nested = expressionBuilder<DB>()

const pictureOf = (column: Sql) =>
  jsonObjectFrom(
    nested
      .selectFrom('images')
      .where('images.id', '=', sql<string>`${column}`)
      .select([sql<string>`id::text`.as('id'), 'secret', 'format']),
  )

/**
 * Communities and people for a search box, as queries: communities with the letters in their name, the viewer's
 * own first, then those that begin with them, then the largest; people whose names begin with them, the one of exactly
 * this name first, then those with the most points. Pictures are found for those that are left only.
 */
export function suggestedNames(
  viewer: Viewer | null,
  words: string,
  most: { communities: number; users: number },
) {
  const name = nameIn(words)
  // Names have no spaces, so several words are not a name. A limit of 0 lets PostgreSQL read nothing.
  const isName = name !== '' && !/\S\s+\S/.test(words)
  return {
    communities: suggestedCommunities(viewer, name, isName ? most.communities : 0),
    users: suggestedMembers(viewer, name, isName && name.length > 1 ? most.users : 0),
  }
}

function suggestedCommunities(viewer: Viewer | null, name: string, most: number) {
  const pattern = `%${name.replace(/[_%\\]/g, '\\$&')}%`
  const isOwn = sql`exists (
    select from memberships where user_id = ${viewer?.id ?? null} and community_id = community.id)`
  const found = nested
    .selectFrom(comparedCommunities(viewer, name).as('community'))
    .where('deleted_at', 'is', null)
    .where('name_key', 'like', pattern)
    .where(
      sql<boolean>`not exists (select from community_mutes
        where user_id = ${viewer?.id ?? null} and muted_community_id = community.id)`,
    )
    .select(['name', 'member_count', 'icon_id'])
    .orderBy(
      sql`name_key = ${name} desc, ${isOwn} desc, starts_with(name_key, ${name}) desc, member_count desc, id`,
    )
    .limit(sql.lit(most))
  return nested
    .selectFrom(found.as('found'))
    .select(['name', 'member_count', pictureOf(sql`icon_id`).as('picture')])
}

/**
 * The communities among whose names one is looked for. For one or two letters, which no index finds, so few that the cost
 * does not grow with the number of communities.
 */
function comparedCommunities(viewer: Viewer | null, name: string) {
  const columns = ['id', 'name', 'name_key', 'member_count', 'icon_id', 'deleted_at'] as const
  const all = nested.selectFrom('communities').select(columns)
  if (name.length >= trigramLength) return all
  const largest = all.orderBy('member_count', 'desc').orderBy('id').limit(sql.lit(largestCompared))
  return nested
    .selectFrom(largest.as('largest'))
    .select(columns)
    .union(all.where('name_key', '=', name))
    .union(
      all.where(
        sql<boolean>`id in (select community_id from memberships where user_id = ${viewer?.id ?? null})`,
      ),
    )
}

function suggestedMembers(viewer: Viewer | null, name: string, most: number) {
  const compared = nested
    .selectFrom('users as author')
    .where(beginsWith(sql`username_key`, name))
    .where(isFindable)
    .select(['id', 'username', 'username_key', 'points', 'picture_id'])
    .orderBy(sql`username_key collate "C"`)
    .limit(sql.lit(comparedMax))
  const found = nested
    .selectFrom(compared.as('author'))
    .where(
      sql<boolean>`not exists (select from user_mutes
        where user_id = ${viewer?.id ?? null} and muted_user_id = author.id)`,
    )
    .select(['username', 'picture_id'])
    .orderBy(sql`username_key = ${name} desc, points desc, id`)
    .limit(sql.lit(most))
  return nested.selectFrom(found.as('found')).select(['username', pictureOf(sql`picture_id`).as('picture')])
}

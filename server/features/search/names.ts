import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Community } from '../../../contract/entities/community.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import { getCommunitiesById } from '../../core/communities/queries.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { selectAccounts } from '../../core/users/columns.ts'
import { userView } from '../../core/users/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'

type Sql = RawBuilder<unknown>

const trigrams = new WeakMap<Db, Promise<boolean>>()

/** Whether the database compares names that are nearly alike; its owner may not have allowed the extension. */
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

/** The part of the search terms that can be a name: `@` and `/` before it are how names are shown. */
const nameIn = (words: string): string => words.replace(/[^0-9A-Za-z_]/g, '').toLowerCase()

/** Which names fit, and in which order: the very name, names that begin with it, then those that are most like it. */
async function nameFits(
  db: Db,
  column: Sql,
  name: string,
): Promise<{ condition: RawBuilder<SqlBool>; order: Sql }> {
  const pattern = `%${name.replace(/[_%\\]/g, '\\$&')}%`
  const exactly = sql`${column} = ${name} desc, starts_with(${column}, ${name}) desc`
  return (await comparesNames(db))
    ? {
        condition: sql`(${column} % ${name} or ${column} like ${pattern})`,
        order: sql`${exactly}, similarity(${column}, ${name}) desc`,
      }
    : { condition: sql`${column} like ${pattern}`, order: exactly }
}

/** Members whose names are like this one; deleted and suspended accounts are not found. */
export async function findMembers(
  db: Db,
  viewer: Viewer | null,
  words: string,
  limit: number,
): Promise<User[]> {
  const name = nameIn(words)
  if (name === '') return []
  const { condition, order } = await nameFits(db, sql`author.username_key`, name)
  const rows = await selectAccounts(db)
    .where('author.is_built_in', '=', false)
    .where('author.deleted_at', 'is', null)
    .where('author.banned_at', 'is', null)
    .where(condition)
    .orderBy(sql`${order}, author.points desc, author.id`)
    .limit(limit)
    .execute()
  return rows.map((row) => userView(row, viewer))
}

/** Communities whose names are like this one, or that say the words of themselves. */
export async function findCommunities(
  db: Db,
  viewer: Viewer | null,
  words: string,
  limit: number,
): Promise<Community[]> {
  const { condition, order } = await nameFits(db, sql`name_key`, nameIn(words))
  const asked = sql`websearch_to_tsquery('forum_words', ${words})`
  const rows = await db
    .selectFrom('communities')
    .where('deleted_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('communities')
        .where(nameIn(words) === '' ? eb.lit(false) : condition)
        .select('id')
        .unionAll(
          eb
            .selectFrom('communities')
            .where(sql<SqlBool>`to_tsvector('forum_words', coalesce(about, '')) @@ ${asked}`)
            .select('id'),
        ),
    )
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

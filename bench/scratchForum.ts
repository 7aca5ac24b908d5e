import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { readConfig } from '../server/config.ts'
import type { Db } from '../server/database/connection.ts'
import { type ConfiguredDatabase, openConfiguredDatabase } from '../server/database/open.ts'
import { ageAllPosts } from '../server/feeds/age.ts'
import { loadSecrets, type Secrets } from '../server/http/secrets.ts'
import { csrfToken, issueSessionId, sessionIdHash } from '../server/http/sessionId.ts'
import { type SearchedSize, seedSearched } from './search/seed.ts'
import { seedForum } from './seed.ts'
import { seedSteps, toolsSql } from './seedSql.ts'
import type { ForumSize } from './size.ts'

const migrations = import.meta.glob<string>('../server/database/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** What makes the forum that is searched: its texts come from a program, not from SQL. */
const searchSeed = import.meta.glob<string>('./search/{seed,texts}.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Survives new builds, and goes with the installed packages. */
const scratchRoot = join(process.cwd(), 'node_modules/.cache/folkmoot-bench-data')
/** Written when the forum is whole, so that an interrupted seed is made anew. */
const finishedMark = 'seeded'

export interface ScratchForum {
  readonly dataDir: string
  readonly database: ConfiguredDatabase
  readonly secrets: Secrets
}

/** A kind of scratch forum: what fills it, and everything that decides what it is filled with. */
interface Recipe {
  /** Unlike that of other kinds and sizes, which stay beside it. */
  readonly name: string
  readonly madeOf: unknown
  readonly title: string
  fill(connection: ConfiguredDatabase['connection'], say: (line: string) => void): Promise<void>
}

interface Opening {
  /** Makes it anew in any case. */
  readonly fresh: boolean
  say(line: string): void
}

/** Opens the seeded forum of this size, making it first unless an earlier run left it. */
export const openScratchForum = (size: ForumSize, opening: Opening): Promise<ScratchForum> =>
  openForum(
    {
      name: `${size.posts}`,
      madeOf: [toolsSql, seedSteps(size, 'any moment')],
      title: `a forum of ${size.posts.toLocaleString('en')} posts`,
      fill: (connection, say) => seedForum(connection, size, say),
    },
    opening,
  )

/** Opens the forum of this size that is there to be searched, made by its own seed. */
export const openSearchedForum = (size: SearchedSize, opening: Opening): Promise<ScratchForum> =>
  openForum(
    {
      name: `searched-${size.posts}`,
      madeOf: searchSeed,
      title: `a forum of ${size.posts.toLocaleString('en')} posts to be searched`,
      fill: (connection, say) => seedSearched(connection, size, say),
    },
    opening,
  )

/** Other kinds and sizes stay, they took their time; what other migrations or another seed made goes. */
function scratchFolder({ name, madeOf }: Recipe): string {
  const made = createHash('sha256')
    .update(JSON.stringify([migrations, madeOf].flat()))
    .digest('hex')
  const folder = `${name}-${made.slice(0, 12)}`
  mkdirSync(scratchRoot, { recursive: true })
  for (const other of readdirSync(scratchRoot))
    if (other.startsWith(`${name}-`) && other !== folder)
      rmSync(join(scratchRoot, other), { recursive: true, force: true })
  return join(scratchRoot, folder)
}

async function openForum(recipe: Recipe, { fresh, say }: Opening): Promise<ScratchForum> {
  const dataDir = scratchFolder(recipe)
  const mark = join(dataDir, finishedMark)
  if (fresh || !existsSync(mark)) {
    rmSync(dataDir, { recursive: true, force: true })
    say(`Seeding ${recipe.title} …`)
    await preloadStatistics(dataDir)
    const database = await open(dataDir)
    try {
      await sql`create extension pg_stat_statements`.execute(database.db)
      await recipe.fill(database.connection, say)
    } finally {
      await database.close()
    }
    writeFileSync(mark, '')
  }
  const database = await open(dataDir)
  try {
    // As a starting server does: votes enqueue work, and a seed of yesterday has no post of the last hours.
    await runMigrations({ pgPool: database.pool })
    await ageAllPosts(database.db)
    return { dataDir, database, secrets: await loadSecrets(database.db) }
  } catch (error) {
    await database.close()
    throw error
  }
}

const open = (dataDir: string) =>
  openConfiguredDatabase({ ...readConfig({}), dataDir, databaseUrl: '', databaseConnections: 2 })

/** Has PostgreSQL count statements from its next start on. */
async function preloadStatistics(dataDir: string): Promise<void> {
  const database = await open(dataDir)
  try {
    await sql`alter system set shared_preload_libraries = 'pg_stat_statements'`.execute(database.db)
  } finally {
    await database.close()
  }
}

/** Headers by which the server knows somebody, and lets them write. */
export interface Visitor {
  readonly cookie: string
  readonly 'x-csrf-token': string
}

export interface SeededMember extends Visitor {
  readonly id: string
  readonly sessionId: string
}

function visitorOf(key: Buffer, sessionId: string): Visitor {
  const token = csrfToken(key, sessionId)
  return { cookie: `SID=${sessionId}; csrftoken=${token}`, 'x-csrf-token': token }
}

/** A browser that has been here before, without an account. */
export const returningGuest = ({ secrets }: ScratchForum): Visitor =>
  visitorOf(secrets.session, issueSessionId(secrets.session, 'b'))

/** Logs members in; earlier sessions end. */
export async function logInMembers(
  { database: { db }, secrets }: ScratchForum,
  ids: readonly string[],
): Promise<SeededMember[]> {
  const sessions = ids.map((id) => ({ id, sessionId: issueSessionId(secrets.session, 'm') }))
  await db.deleteFrom('sessions').execute()
  await sql`
    insert into sessions (id_hash, user_id, expires_at)
    select id_hash, user_id, now() + interval '1 day'
    from unnest(${sessions.map(({ sessionId }) => sessionIdHash(sessionId))}::bytea[], ${ids}::bigint[])
      as given (id_hash, user_id)`.execute(db)
  return sessions.map((session) => ({ ...session, ...visitorOf(secrets.session, session.sessionId) }))
}

/** So many members, from the first to the last at equal distances. */
export async function evenlySpreadMembers(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, row_number() over (order by id) - 1 as place, count(*) over () as members
      from users where not is_built_in) as numbered
    where place * ${count}::bigint % members < ${count}::bigint`.execute(db)
  return rows.map(({ id }) => id)
}

/** An open post of 500 comments, or hardly more: a first page of comments that is full. */
export function longThread(db: Db): Promise<{ id: string; public_id: string; community: string }> {
  return db
    .selectFrom('posts')
    .innerJoin('communities', 'communities.id', 'posts.community_id')
    .where('posts.deleted_at', 'is', null)
    .where('posts.locked_at', 'is', null)
    .select(['posts.id', 'posts.public_id', 'communities.name as community'])
    .orderBy(sql`comment_count < 500, abs(comment_count - 500), posts.id`)
    .limit(1)
    .executeTakeFirstOrThrow()
}

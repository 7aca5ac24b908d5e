import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { parseConfig } from '../server/config.ts'
import { csrfToken, issueSessionId, sessionIdHash, sessionSeed } from '../server/core/sessions/sessionId.ts'
import { ageAllPosts } from '../server/features/feeds/age.ts'
import type { Db } from '../server/platform/database/connection.ts'
import { type ConfiguredDatabase, openConfiguredDatabase } from '../server/platform/database/open.ts'
import { loadSecrets, type Secrets } from '../server/platform/http/secrets.ts'
import { type SearchedSize, seedSearched } from './search/seed.ts'
import { seedForum } from './seed.ts'
import { seedSteps, toolsSql } from './seedSql.ts'
import type { ForumSize } from './size.ts'

const migrations = import.meta.glob<string>('../server/platform/database/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The sources that determine the forum for `search`, whose texts come from a program and not from SQL. */
const searchSeed = import.meta.glob<string>('./search/{seed,texts}.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Not in dist/, so that it survives builds. */
const scratchRoot = join(process.cwd(), 'node_modules/.cache/folkmoot-bench-data')
/** A file that marks a complete forum; after an interruption, the seed starts again. */
const finishedMark = 'seeded'

export interface ScratchForum {
  readonly dataDir: string
  readonly database: ConfiguredDatabase
  readonly secrets: Secrets
}

/** A kind and size of scratch forum. */
interface Recipe {
  /** Unique for each kind and size. */
  readonly name: string
  /** Everything that determines the content; a change creates the forum again. */
  readonly sources: unknown
  readonly title: string
  fill(connection: ConfiguredDatabase['connection'], say: (line: string) => void): Promise<void>
}

interface Opening {
  /** Creates the forum again in any case. */
  readonly fresh: boolean
  say(line: string): void
}

/** Opens the seeded forum of this size; creates it unless an earlier run has. */
export const openScratchForum = (size: ForumSize, opening: Opening): Promise<ScratchForum> =>
  openForum(
    {
      name: `${size.posts}`,
      sources: [toolsSql, seedSteps(size, 'any moment')],
      title: `a forum of ${size.posts.toLocaleString('en')} posts`,
      fill: (connection, say) => seedForum(connection, size, say),
    },
    opening,
  )

/** Opens the forum of this size for `search`, which has a seed of its own. */
export const openSearchedForum = (size: SearchedSize, opening: Opening): Promise<ScratchForum> =>
  openForum(
    {
      name: `searched-${size.posts}`,
      sources: searchSeed,
      title: `a forum of ${size.posts.toLocaleString('en')} posts for the search`,
      fill: (connection, say) => seedSearched(connection, size, say),
    },
    opening,
  )

/** The folder of a forum. Deletes forums of the same name that other migrations or another seed have created. */
function scratchFolder({ name, sources }: Recipe): string {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([migrations, sources].flat()))
    .digest('hex')
  const folder = `${name}-${fingerprint.slice(0, 12)}`
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
    // As at the start of a server: votes enqueue jobs, and the ages of posts depend on the current time.
    await runMigrations({ pgPool: database.pool })
    await ageAllPosts(database.db)
    return { dataDir, database, secrets: await loadSecrets(database.db) }
  } catch (error) {
    await database.close()
    throw error
  }
}

const open = (dataDir: string) =>
  openConfiguredDatabase({ ...parseConfig({}), dataDir, databaseUrl: '', databaseConnections: 2 })

/** Makes PostgreSQL count statements after its next start. */
async function preloadStatistics(dataDir: string): Promise<void> {
  const database = await open(dataDir)
  try {
    await sql`alter system set shared_preload_libraries = 'pg_stat_statements'`.execute(database.db)
  } finally {
    await database.close()
  }
}

/** Headers with a session and a CSRF token. */
export interface Visitor {
  readonly cookie: string
  readonly 'x-csrf-token': string
}

export interface SeededMember extends Visitor {
  readonly id: string
  readonly sessionId: string
}

function visitorOf(key: Buffer, sessionId: string): Visitor {
  const token = csrfToken(key, sessionSeed(sessionId))
  return { cookie: `SID=${sessionId}; csrftoken=${token}`, 'x-csrf-token': token }
}

/** The session of a guest who has visited before. */
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

/** Ids of `count` members at equal distances in the order of ids. */
export async function evenlySpreadMembers(db: Db, count: number): Promise<string[]> {
  const numbered = db
    .selectFrom('users')
    .where('is_built_in', '=', false)
    .select(['id', sql<string>`row_number() over (order by id) - 1`.as('position')])
    .select(sql<string>`count(*) over ()`.as('members'))
    .as('numbered')
  const rows = await db
    .selectFrom(numbered)
    .select('id')
    .where(sql<boolean>`position * ${count}::bigint % members < ${count}::bigint`)
    .execute()
  return rows.map(({ id }) => id)
}

/** A post of 500 comments, or slightly more, which fill the first page of comments. */
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

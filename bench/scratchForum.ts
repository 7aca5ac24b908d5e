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
import { seedForum } from './seed.ts'
import { seedSteps, toolsSql } from './seedSql.ts'
import type { ForumSize } from './size.ts'

const migrations = import.meta.glob<string>('../server/database/migrations/*.sql', {
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

/** Other sizes stay, they took their time; what other migrations or another seed made goes. */
function scratchFolder(size: ForumSize): string {
  const made = createHash('sha256')
    .update(JSON.stringify([migrations, toolsSql, seedSteps(size, 'any moment')]))
    .digest('hex')
  const name = `${size.posts}-${made.slice(0, 12)}`
  mkdirSync(scratchRoot, { recursive: true })
  for (const other of readdirSync(scratchRoot))
    if (other.startsWith(`${size.posts}-`) && other !== name)
      rmSync(join(scratchRoot, other), { recursive: true, force: true })
  return join(scratchRoot, name)
}

/**
 * Opens the seeded forum of this size, making it first unless an earlier run left it.
 *
 * @param options.fresh makes it anew in any case.
 */
export async function openScratchForum(
  size: ForumSize,
  options: { fresh: boolean; say: (line: string) => void },
): Promise<ScratchForum> {
  const dataDir = scratchFolder(size)
  const mark = join(dataDir, finishedMark)
  if (options.fresh || !existsSync(mark)) {
    rmSync(dataDir, { recursive: true, force: true })
    options.say(`Seeding a forum of ${size.posts.toLocaleString('en')} posts …`)
    await preloadStatistics(dataDir)
    const database = await open(dataDir)
    try {
      await sql`create extension pg_stat_statements`.execute(database.db)
      await seedForum(database.connection, size, options.say)
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

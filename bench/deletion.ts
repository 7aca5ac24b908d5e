import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { parseConfig } from '../server/config.ts'
import { deleteOrderedContent, orderContentDeletion } from '../server/features/admin/deleteContent.ts'
import { type Db, openDatabase } from '../server/platform/database/connection.ts'
import { openConfiguredDatabase } from '../server/platform/database/open.ts'

const posts = 25_000
const comments = 25_000

export interface Deletion {
  readonly items: number
  readonly seconds: number
  /** The longest time for which a batch may have blocked a vote. */
  readonly longestBatchMs: number
}

/** Deletes all content of an active member in a temporary forum, as after a ban. */
export async function measureDeletion(): Promise<Deletion> {
  const dataDir = mkdtempSync(join(tmpdir(), 'folkmoot-bench-'))
  try {
    const forum = await openConfiguredDatabase({
      ...parseConfig({}),
      dataDir,
      databaseUrl: '',
      databaseConnections: 1,
    })
    // The statement timeout of jobs.
    const database = openDatabase(forum.connection, { connections: 2, statementTimeoutMs: 600_000 })
    try {
      // The job queue, because ordering a deletion enqueues a job.
      await runMigrations({ pgPool: database.pool })
      const userId = await write(database.db)
      await database.db
        .transaction()
        .execute((trx) => orderContentDeletion(trx, { userIds: [userId], adminId: userId, days: 0 }))
      return await measure(database.db, userId)
    } finally {
      await database.close()
      await forum.close()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(db: Db, userId: string): Promise<Deletion> {
  const begins: number[] = []
  const watching = {
    // Read before each batch.
    get aborted() {
      begins.push(performance.now())
      return false
    },
  } as AbortSignal
  const start = performance.now()
  await deleteOrderedContent(db, { signal: watching })
  const end = performance.now()
  const left = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['post_count', 'comment_count'])
    .executeTakeFirstOrThrow()
  if (left.post_count + left.comment_count > 0) throw new Error('The deletion is incomplete.')
  return {
    items: posts + comments,
    seconds: (end - start) / 1000,
    longestBatchMs: Math.max(...begins.map((begin, n) => (begins[n + 1] ?? end) - begin)),
  }
}

/** Inserts a member with posts in ten communities and comments on them. @returns the id of the member. */
async function write(db: Db): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({ username: 'spammer', post_count: posts, comment_count: comments })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into communities (name, creator_id, post_count)
    select 'place_' || n, ${id}, ${posts / 10} from generate_series(1, 10) n`.execute(db)
  await sql`
    insert into posts (public_id, type, author_id, community_id, title, body, body_html, excerpt, upvotes, created_at,
      comment_count)
    select lpad(to_hex(n), 8, '0'), 'text', ${id}, (select min(id) from communities) + n % 10,
      'Cheap things ' || n, repeat('Buy this. ', 40), '<p>' || repeat('Buy this. ', 40) || '</p>',
      repeat('Buy this. ', 20), n % 50, now() - make_interval(secs => n * 60), 1
    from generate_series(1, ${sql.lit(posts)}) n`.execute(db)
  await sql`insert into comments (post_id, author_id, body, body_html, upvotes, created_at)
    select id, ${id}, repeat('Buy this. ', 20), '<p>' || repeat('Buy this. ', 20) || '</p>', 1, created_at
    from posts limit ${sql.lit(comments)}`.execute(db)
  await sql`analyze`.execute(db)
  return id
}

import pg from 'pg'
import { findMiscounts } from './recount.ts'
import { seedSteps, textCount, textsSql, toolsSql } from './seedSql.ts'
import { seedTexts } from './seedTexts.ts'
import type { ForumSize } from './size.ts'

const largeTables = [
  'users',
  'memberships',
  'posts',
  'comments',
  'post_votes',
  'comment_votes',
  'post_visits',
  'post_search',
  'comment_search',
]

/**
 * Fills an empty, migrated database with a realistic forum: communities and threads of very different sizes, members
 * with one to a hundred subscriptions, and skewed distributions of votes and ages. All counters are correct.
 *
 * @param say receives a progress line for each step.
 * @throws Error when a counter is wrong.
 */
export async function seedForum(
  connection: pg.ClientConfig,
  size: ForumSize,
  say: (line: string) => void,
): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    say(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${what}`)
  }
  try {
    await client.query(`
      set timezone = 'UTC'; set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB';
      set session_replication_role = replica`)
    await client.query(toolsSql)
    await insertTexts(client)
    const indexes = await dropIndexes(client)
    for (const { what, sql } of seedSteps(size, new Date().toISOString()))
      await timed(what, () => client.query(sql))
    for (const { name, sql } of indexes) await timed(`index ${name}`, () => client.query(sql))
    await client.query('drop schema seed cascade')
    await timed('vacuum', () => client.query('vacuum analyze'))
    await timed('recount', async () => {
      const miscounts = await findMiscounts(client)
      if (miscounts.length > 0) throw new Error(`The seed is wrong: ${miscounts.join(', ')}`)
    })
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

async function insertTexts(client: pg.Client) {
  const texts = seedTexts(textCount)
  await client.query(textsSql, [
    texts.map((_text, n) => n),
    texts.map(({ title }) => title),
    texts.map(({ body }) => body),
    texts.map(({ html }) => html),
    texts.map(({ excerpt }) => excerpt),
  ])
}

/** Drops the indexes of the large tables, except those of constraints. Creating them after the inserts is faster. */
export async function dropIndexes(client: pg.Client): Promise<{ name: string; sql: string }[]> {
  const { rows } = await client.query<{ name: string; sql: string }>(
    `select indexname as name, indexdef as sql from pg_indexes
     where schemaname = 'public' and tablename = any($1)
       and not exists (select from pg_constraint where conname = indexname)`,
    [largeTables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows
}

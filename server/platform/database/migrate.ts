import { runMigrations } from 'graphile-worker'
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { CannotStart } from './cannotStart.ts'
import type { Db } from './connection.ts'

const files = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The migrations of this version: numbered SQL files, in order, forward only. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(files).map(([path, text]) => [
    path.replace(/^.*\/|\.sql$/g, ''),
    {
      up: (db: Kysely<unknown>) =>
        sql
          .raw(text)
          .execute(db)
          .then(() => {}),
    },
  ]),
)

const sqlOf = (name: string): string =>
  Object.entries(files).find(([path]) => path.endsWith(`/${name}.sql`))?.[1] ?? ''

/** Whether the header of a migration says that it does not change existing data, so no backup is needed before it. */
export const changesNoData = (name: string): boolean => /^-- Changes no data\b/m.test(sqlOf(name))

/** The header of a migration: what it changes, how long it takes, and what is blocked meanwhile. */
export const aboutMigration = (name: string): string =>
  (/^(?:--.*\n)+/.exec(sqlOf(name))?.[0] ?? '').replace(/^-- ?/gm, '').trim()

/** The database has migrations of a newer version of the program; this version must not use it. */
export class DatabaseTooNew extends CannotStart {}

export const databaseTooNew = () =>
  new DatabaseTooNew(
    'This database was created or upgraded by a newer version of Folkmoot. Start that version, or use another database.',
  )

/** Whether this version knows a migration. */
export const isMigrationKnown = (name: string): boolean => Object.hasOwn(migrations, name)

/** Whether exactly the migrations of this version are applied. Another version may have migrated since this process started. */
export async function areMigrationsOurs(db: Db): Promise<boolean> {
  return (await listApplied(db)).sort().join() === Object.keys(migrations).sort().join()
}

/** Whether this version knows all migrations of the database. */
export async function areMigrationsKnown(db: Db): Promise<boolean> {
  return (await listApplied(db)).every(isMigrationKnown)
}

async function listApplied(db: Db): Promise<string[]> {
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return rows.map(({ name }) => name)
}

/**
 * Applies the pending migrations under a lock, all in one transaction.
 *
 * @returns the names of the applied migrations.
 * @throws DatabaseTooNew when the database knows a migration that this program does not.
 */
export async function migrate<T>(db: Kysely<T>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) {
    if (error instanceof Error && /corrupted migrations/.test(error.message)) throw databaseTooNew()
    throw error
  }
  return (results ?? []).map((result) => result.migrationName)
}

/** The names of the applied and the pending migrations, in order. */
export async function listMigrations(client: pg.Client): Promise<{ applied: string[]; pending: string[] }> {
  const found = await client.query(`select to_regclass('kysely_migration') is not null as exists`)
  const { rows } = found.rows[0]?.exists
    ? await client.query<{ name: string }>('select name from kysely_migration order by name')
    : { rows: [] }
  const applied = rows.map(({ name }) => name)
  return {
    applied,
    pending: Object.keys(migrations)
      .sort()
      .filter((name) => !applied.includes(name)),
  }
}

/**
 * Applies migrations in the transaction that this connection has open.
 *
 * @param options.upTo the name of the last one; by default all.
 * @returns the names of the applied migrations.
 */
export async function migrateInTransaction(
  client: pg.Client,
  { upTo }: { upTo?: string } = {},
): Promise<string[]> {
  const connection = { query: client.query.bind(client), release: () => {} }
  const pool = { connect: async () => connection, end: async () => {} }
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const provider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db, provider, disableTransactions: true })
  const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/** Creates the tables of the job queue, which has its own migrations. They do not count as content. */
export async function createJobQueue(connection: pg.ClientConfig): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1, connectionTimeoutMillis: 5000 })
  // The pending query rejects with the same error.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  try {
    await runMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
}

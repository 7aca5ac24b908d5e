import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '../config.ts'
import { type Database, openDatabase } from './connection.ts'
import { migrate } from './migrate.ts'
import { startPrivatePostgres } from './private-postgres.ts'

export interface ConfiguredDatabase extends Database {
  /** How to reach it, for work that needs a connection of its own. */
  readonly connection: pg.ClientConfig
  /** The migrations that opening it applied, in order. */
  readonly migrated: readonly string[]
  /** Starts the private PostgreSQL again if it has died; a database of the operator's is left to the operator. */
  ensureRunning(): Promise<void>
}

/**
 * Opens the database that the configuration names, or else starts (or joins) the private one, and brings its
 * schema up to date. `close` ends the connections first and then lets go of the private PostgreSQL.
 *
 * @param log receives sentences for the owner of the site.
 * @throws DatabaseTooNew when a newer program made it; a connection error when it does not answer.
 */
export async function openConfiguredDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseConnections' | 'dataDir'>,
  log: (line: string) => void = () => {},
): Promise<ConfiguredDatabase> {
  const postgres = config.databaseUrl
    ? {
        connection: { connectionString: config.databaseUrl },
        ensureRunning: async () => {},
        close: async () => {},
      }
    : await startPrivatePostgres({ dataDir: config.dataDir, log })
  try {
    const migrated = await migrateWithoutTimeLimit(postgres.connection)
    const database = openDatabase(postgres.connection, { connections: config.databaseConnections })
    return {
      ...database,
      connection: postgres.connection,
      migrated,
      ensureRunning: postgres.ensureRunning,
      close: async () => {
        await database.close()
        await postgres.close()
      },
    }
  } catch (error) {
    await postgres.close()
    throw error
  }
}

/** The statements of the pool must end soon; a migration of a large forum may take its time. */
async function migrateWithoutTimeLimit(connection: pg.ClientConfig): Promise<string[]> {
  const pool = new pg.Pool({
    ...connection,
    max: 1,
    connectionTimeoutMillis: 5000,
    options: '-c timezone=UTC',
  })
  // Its query fails with the same error.
  pool.on('error', () => {})
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  try {
    return await migrate(db)
  } finally {
    await db.destroy()
  }
}

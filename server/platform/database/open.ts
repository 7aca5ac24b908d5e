import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { CannotStart } from './cannotStart.ts'
import { DatabaseClient } from './client.ts'
import { type Database, openDatabase } from './connection.ts'
import { createJobQueue, migrate } from './migrate.ts'
import { databaseRefusal, versionRefusal, versionWarning } from './postgresVersions.ts'
import { startPrivatePostgres } from './privatePostgres.ts'
import { grantToProgram, programRole } from './programRole.ts'

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'databaseConnections' | 'dataDir'> &
  Partial<Pick<Config, 'databaseDirectUrl' | 'postgresBinaries'>>

export interface ConfiguredDatabase extends Database {
  /** Connection settings of PostgreSQL itself, for work that needs a connection of its own. */
  readonly connection: pg.ClientConfig
  /** Names of the migrations that were applied on opening, in order. */
  readonly migrated: readonly string[]
  /** Restarts the private PostgreSQL whenever it has crashed; does nothing for a database named by DATABASE_URL. */
  keepRunning(): void
}

interface OpenOptions {
  readonly role?: 'owner' | 'program'
  readonly migrates?: boolean
  readonly loading?: boolean
  readonly beforeMigration?: (client: pg.Client, connection: pg.ClientConfig) => Promise<void>
}

/**
 * Opens the database at DATABASE_URL, or else starts or joins the private PostgreSQL, and applies pending migrations.
 * `close` closes the connections first and then releases the private PostgreSQL.
 *
 * @param log receives messages for the operator.
 * @param options.role for the private PostgreSQL: its owner, for commands of the operator, or the role of a
 *   server, which can only read and write rows. DATABASE_URL names its own.
 * @param options.migrates false to leave the schema as it is.
 * @param options.loading starts the private PostgreSQL with settings for filling an empty database.
 * @param options.beforeMigration called before pending migrations are applied, even if there are none.
 * @throws CannotStart when PostgreSQL is too old; DatabaseTooNew when a newer version has migrated it; a connection error when it does not answer.
 */
export async function openConfiguredDatabase(
  config: DatabaseSettings,
  log: (line: string) => void = () => {},
  { role = 'owner', migrates = true, loading = false, beforeMigration }: OpenOptions = {},
): Promise<ConfiguredDatabase> {
  const postgres = config.databaseUrl
    ? {
        connection: { connectionString: config.databaseDirectUrl || config.databaseUrl },
        keepRunning: () => {},
        close: async () => {},
      }
    : await startPrivatePostgres({
        dataDir: config.dataDir,
        binaries: config.postgresBinaries,
        log,
        loading,
      })
  try {
    await withClient(postgres.connection, (client) => checkUsable(client, log))
    if (beforeMigration) await withClient(postgres.connection, beforeMigration)
    const migrated = migrates ? await migrateWithoutTimeLimit(postgres.connection) : []
    const connection =
      role === 'owner' || config.databaseUrl ? postgres.connection : await asProgram(postgres.connection)
    const database = openForRequests(config, connection)
    if (config.databaseDirectUrl) await checkPooler(database, log)
    return {
      ...database,
      connection,
      migrated,
      keepRunning: postgres.keepRunning,
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

/**
 * The pool for requests; it goes through the pooler if there is one.
 *
 * @param connection of PostgreSQL itself.
 */
export const openForRequests = (
  { databaseUrl, databaseDirectUrl, databaseConnections }: Omit<DatabaseSettings, 'dataDir'>,
  connection: pg.ClientConfig,
): Database =>
  databaseDirectUrl
    ? openDatabase(
        { connectionString: databaseUrl },
        { connections: databaseConnections, isThroughPooler: true },
      )
    : openDatabase(connection, { connections: databaseConnections })

/** A pooler does not pass the statement timeout on, so the operator has to set it there. */
async function checkPooler({ db }: Database, log: (line: string) => void): Promise<void> {
  const { isUnlimited } = await db
    .selectNoFrom(sql<boolean>`current_setting('statement_timeout') = '0'`.as('isUnlimited'))
    .executeTakeFirstOrThrow()
  if (isUnlimited)
    log(
      'Warning: DATABASE_URL leads through a pooler that sets no statement timeout. docs/scaling.md says how to set one (connect_query).',
    )
}

/**
 * @throws CannotStart for a PostgreSQL that is too old, an encoding that cannot store every text, or the database of another program;
 *   otherwise migrations or requests would fail half-way.
 */
async function checkUsable(client: pg.Client, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ major: number }>(
    `select current_setting('server_version_num')::integer / 10000 as major`,
  )
  const major = rows[0]?.major ?? 0
  const refusal = versionRefusal(major)
  if (refusal) throw new CannotStart(refusal)
  const warning = versionWarning(major)
  if (warning) log(`Warning: ${warning}`)
  const unusable = await databaseRefusal(client)
  if (unusable) throw new CannotStart(unusable)
}

async function withClient(
  connection: pg.ClientConfig,
  work: NonNullable<OpenOptions['beforeMigration']>,
): Promise<void> {
  const client = new DatabaseClient({ ...connection, connectionTimeoutMillis: 5000 })
  // The pending query rejects with the same error.
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client, connection)
  } finally {
    await client.end()
  }
}

/** Connection settings of the server's role, after granting it the rows of all tables, including the job queue. */
async function asProgram(owner: pg.ClientConfig): Promise<pg.ClientConfig> {
  await createJobQueue(owner)
  await grantToProgram(owner)
  return { ...owner, user: programRole }
}

/** A migration of a large forum may take longer than the statement timeout of the pool. */
async function migrateWithoutTimeLimit(connection: pg.ClientConfig): Promise<string[]> {
  const pool = new pg.Pool({
    ...connection,
    Client: DatabaseClient,
    max: 1,
    connectionTimeoutMillis: 5000,
    options: '-c timezone=UTC',
  })
  // The pending query rejects with the same error.
  pool.on('error', () => {})
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  try {
    return await migrate(db)
  } finally {
    await db.destroy()
  }
}

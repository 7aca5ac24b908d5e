import pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = { connection: pg.ClientConfig; drop(): Promise<void> }

let made = 0

/**
 * Gives the caller a migrated, empty database that nobody else uses. It costs about 20 ms, so every test file uses one
 * of its own; `drop` it in `afterAll`, after the pools that use it.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { template, ...cluster } = inject('cluster')
  const random = Math.random().toString(36).slice(2, 8)
  const database = `test_${process.pid}_${++made}_${random}`
  await tell(cluster, `create database ${database} template ${template} strategy file_copy`)
  return {
    connection: { ...cluster, database },
    drop: () => tell(cluster, `drop database if exists ${database} with (force)`),
  }
}

/** A database without any tables, as an operator creates one to restore a backup into. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const { template: _, ...cluster } = inject('cluster')
  const database = `empty_${process.pid}_${++made}_${Math.random().toString(36).slice(2, 8)}`
  await tell(cluster, `create database ${database} template template0 strategy file_copy`)
  return {
    connection: { ...cluster, database },
    drop: () => tell(cluster, `drop database if exists ${database} with (force)`),
  }
}

const tell = async (cluster: pg.ClientConfig, statement: string): Promise<void> => {
  await ask({ ...cluster, database: 'postgres' }, statement)
}

/** Executes a statement on a connection of its own. */
export async function ask(connection: pg.ClientConfig, statement: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

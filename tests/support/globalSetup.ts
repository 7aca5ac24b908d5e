import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPrivatePostgres } from '../../server/platform/database/privatePostgres.ts'
import { birthOfProcess } from '../../server/platform/database/processes.ts'
import { deleteAbandonedClusters, migrateAll, schemaFingerprint, testClusterFolder } from './cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The cluster of this run, and the migrated database in it that tests clone. */
    cluster: { host: string; port: number; user: string; template: string }
  }
}

/** Advisory lock: only one process prepares or cleans the cluster at a time. The number is arbitrary. */
const setupLock = 4_815_162_342

/**
 * Starts the cluster of all tests, or joins the one of another run, and migrates the template database unless an
 * earlier run did.
 */
export default async function setup(project: TestProject) {
  const dataDir = testClusterFolder()
  deleteAbandonedClusters(dataDir)
  const postgres = await startPrivatePostgres({ dataDir, disposable: true })
  const template = `template_${schemaFingerprint()}`
  const client = new pg.Client(postgres.connection)
  try {
    await client.connect()
    await client.query('select pg_advisory_lock($1)', [setupLock])
    await dropLeftovers(client, template)
    const found = await client.query('select from pg_database where datname = $1', [template])
    if (found.rowCount === 0) await makeTemplate(client, postgres.connection, template)
  } catch (error) {
    await client.end()
    await postgres.close()
    throw error
  }
  await client.end()
  const { host, port, user } = postgres.connection
  project.provide('cluster', { host, port, user, template })
  return () => postgres.close()
}

async function makeTemplate(client: pg.Client, connection: pg.ClientConfig, template: string) {
  // Renamed once it is complete: a failing migration must not leave half a template.
  await client.query('drop database if exists unfinished_template with (force)')
  await client.query('create database unfinished_template')
  await migrateAll({ ...connection, database: 'unfinished_template' })
  await client.query(`alter database unfinished_template rename to ${template}`)
}

/** Databases of killed runs, and templates of older migrations that no living run can still be cloning. */
async function dropLeftovers(client: pg.Client, template: string) {
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database')
  const names = rows.map(({ datname }) => datname)
  const isAlive = (name: string) => birthOfProcess(Number(name.split('_')[1])) !== null
  const tests = names.filter((name) => name.startsWith('test_'))
  for (const name of tests)
    if (!isAlive(name)) await client.query(`drop database if exists ${name} with (force)`)
  if (tests.some(isAlive)) return
  const others = names.filter((name) => name.startsWith('template_') && name !== template)
  for (const name of others) await client.query(`drop database if exists ${name}`)
}
